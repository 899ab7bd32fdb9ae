#!/bin/bash
# Measures, one after the other, each program whose truth is missing or older than the program itself.
# usage, in the folder of a set: measure_all.sh PYTHON [OUT]; with another OUT, the second measurement of the programs that break.
scripts=$(cd "$(dirname "$0")" && pwd); mkdir -p logs
for program in programs/*.py; do
  truth="${2:-truth}/$(basename "$program" .py).json"
  [ "$truth" -nt "$program" ] && continue
  [ -n "$2" ] && ! grep -q '"gb"' "truth/$(basename "$program" .py).json" && continue
  nice -n 5 "$1" "$scripts/measure.py" "$program" --out "${2:-truth}" > "logs/$(basename "$program" .py).log" 2>&1
done
