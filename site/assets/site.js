// What Material draws by script is given names and keyboard access that it lacks.
"use strict";

(() => {
  const names = new WeakSet();
  let blocks = 0;
  function improve() {
    for (const nav of document.querySelectorAll(".md-code__nav")) {
      if (names.has(nav)) continue;
      names.add(nav);
      nav.setAttribute("aria-label", `Code block ${++blocks}`);
    }
    for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) {
      const scrolls = wide.scrollWidth > wide.clientWidth;
      if (scrolls && wide.tabIndex !== 0) wide.tabIndex = 0;
    }
  }
  new MutationObserver(improve).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", improve);
  improve();
})();
