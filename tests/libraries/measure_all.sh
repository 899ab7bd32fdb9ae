#!/bin/bash
# Measures, one after the other, each program whose truth is missing or older than the program itself.
# usage: measure_all.sh PYTHON [OUT]; with another OUT, the second measurement of the programs that break.
cd "$(dirname "$0")"; mkdir -p logs
for program in programs/*.py; do
  truth="${2:-truth}/$(basename "$program" .py).json"
  [ "$truth" -nt "$program" ] && continue
  [ -n "$2" ] && ! grep -q '"gb"' "truth/$(basename "$program" .py).json" && continue
  nice -n 5 "$1" measure.py "$program" --out "${2:-truth}" > "logs/$(basename "$program" .py).log" 2>&1
done
