// Filter, search and sort; without it, the page shows everything in order.
(function () {
  var root = document.documentElement, all = Array.prototype.slice;
  var items = all.call(document.querySelectorAll("[data-items] > *"));
  var form = document.querySelector("form.tools");
  if (!form || !items.length) return;
  root.classList.add("js");
  var word = form.querySelector("#word"), chapter = form.querySelector("#chapter"), sort = form.querySelector("#sort");
  var pair = form.querySelector("#pair"), differing = form.querySelector("#differing"), shown = form.querySelector("#shown");
  var grades = all.call(form.querySelectorAll("[name=grade]"));
  var texts = items.map(function (item) { return item.textContent.toLowerCase(); });
  if (chapter.options.length < 2) {
    var names = {};
    items.forEach(function (item) { if (item.dataset.chapter) names[item.dataset.chapter] = 1; });
    Object.keys(names).sort().forEach(function (name) { chapter.add(new Option(name, name)); });
  }
  function fits(item, i) {
    var data = item.dataset;
    if (grades.length && !grades.some(function (box) { return box.checked && box.value === data.grade; })) return false;
    if (chapter.value && data.chapter !== chapter.value) return false;
    if (pair && pair.value && (" " + data.pairs + " ").indexOf(" " + pair.value + " ") < 0) return false;
    if (differing && differing.checked && "pairs" in data && !data.pairs) return false;
    return texts[i].indexOf(word.value.trim().toLowerCase()) >= 0;
  }
  function show() {
    var ids = {}, count = 0;
    items.forEach(function (item, i) {
      item.hidden = !fits(item, i);
      if (!item.hidden && !ids[item.dataset.title + item.dataset.grade]) { ids[item.dataset.title + item.dataset.grade] = 1; count += 1; }
    });
    document.querySelectorAll("[data-group]").forEach(function (group) {
      group.hidden = !group.querySelector("[data-items] > :not([hidden])");
    });
    shown.textContent = shown.dataset.text.replace("#", count);
  }
  function order() {
    var by = sort ? sort.value : "order";
    document.querySelectorAll("[data-items]").forEach(function (list) {
      all.call(list.children).sort(function (a, b) {
        var first = by === "order" ? 0 : a.dataset[by].localeCompare(b.dataset[by], root.lang);
        return first || a.dataset.order - b.dataset.order;
      }).forEach(function (item) { list.appendChild(item); });
    });
  }
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden || (target.closest && target.closest("[hidden]"))) { form.reset(); show(); }
    for (var at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  }
  form.addEventListener("input", show);
  form.addEventListener("change", function () { order(); show(); });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  addEventListener("hashchange", reveal);
  show();
  reveal();
})();
