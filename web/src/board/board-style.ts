// How the board lights up, and its colours at night. The picture itself has the colours of the day.
const NIGHT = {
  sky: "#16203a",
  sun: "#e5dcb0",
  far: "#22334a",
  ridge: "#243f3c",
  meadow: "#2b4638",
  tree: "#1f5a45",
  trunk: "#4a3a2c",
  road: "#5d5341",
  "road-edge": "#80725a",
  ground: "#857960",
  "ground-edge": "#b3a383",
  "ground-side": "#4b4232",
  stone: "#8d8a92",
  "stone-light": "#b3b0b5",
  "stone-dark": "#5f5c68",
  floor: "#6d6a74",
  window: "#221e2b",
  light: "#ffcf5c",
  shield: "#2e3a72",
  emblem: "#f5f3ea",
  wall: "#e2d6c0",
  "wall-dark": "#b7a688",
  gold: "#e8b640",
  ink: "#f2efe4",
  paper: "#25212e",
  mark: "#ff7aa8",
  way: "#d7a468",
  glass: "#4a5663",
  "glass-edge": "#c3d0d8",
  potion: "#b07be0",
};
const night = Object.entries(NIGHT)
  .map(([name, colour]) => `--wt-${name}: ${colour};`)
  .join(" ");

const CSS = `
:root[data-theme="dark"] { ${night} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${night} } }
.wt-board { touch-action: manipulation; border-radius: 14px; }
.wt-board [data-key] { outline: none; }
.wt-board .offered { cursor: pointer; }
.wt-board .offered:not([data-kind="space"]), .wt-board .offered[data-kind="space"] > use:first-of-type {
  filter:
    drop-shadow(0 0 1px #fff)
    drop-shadow(0 0 2.5px var(--wt-glow, #ff9d00))
    drop-shadow(0 0 7px var(--wt-glow, #ffb300));
}
.wt-board .offered { transition: filter 0.12s; }
.wt-board .pointed:not([data-kind="space"]), .wt-board .pointed[data-kind="space"] > use:first-of-type {
  filter:
    drop-shadow(0 0 1.5px #fff)
    drop-shadow(0 0 4px var(--wt-glow, #ff7a00))
    drop-shadow(0 0 12px var(--wt-glow, #ff7a00)) brightness(1.08);
}
.wt-preview { pointer-events: none; }
.wt-ghost { opacity: 0.5; }
.wt-arrow, .wt-arrow-edge { fill: none; stroke: var(--wt-arrow, #d4480b); stroke-width: 5; stroke-linecap: round; }
.wt-arrow-edge { stroke: #fff; stroke-width: 9; opacity: 0.85; }
.wt-arrow-head { fill: var(--wt-arrow, #d4480b); stroke: #fff; stroke-width: 2; paint-order: stroke; }
.wt-chances { pointer-events: none; }
.wt-chances .wt-arrow, .wt-chances .wt-arrow-edge { opacity: 0.55; }
.wt-board:has(.wt-preview) .wt-chances :is(.wt-arrow, .wt-arrow-edge, .wt-arrow-head) { display: none; }
.wt-chance rect { fill: var(--wt-paper, #fbfaf6); stroke: var(--wt-ink, #2b2b2b); stroke-width: 1.5; }
.wt-chance text {
  fill: var(--wt-ink, #2b2b2b);
  font: 700 16px sans-serif;
  text-anchor: middle;
  dominant-baseline: central;
}
.wt-chance.best rect { fill: #1d6b3a; stroke: #fff; }
.wt-chance.best text { fill: #fff; }
.wt-board .wt-spot {
  fill: none;
  stroke: var(--wt-glow, #ff9d00);
  stroke-width: 4;
  stroke-dasharray: 9 5;
  animation: wt-walk 1.2s linear infinite;
  pointer-events: none;
}
.wt-board .wt-trace {
  fill: none;
  stroke: var(--wt-trace, #5a3f95);
  stroke-width: 3;
  opacity: 0.75;
  pointer-events: none;
}
.wt-board .wt-trace.from { stroke-dasharray: 3 6; }
.wt-board .wt-focus { fill: none; stroke: var(--wt-focus, #1b5cff); stroke-width: 3.5; pointer-events: none; }
.wt-board .wt-target > use:first-of-type { filter: brightness(1.15) drop-shadow(0 0 6px var(--wt-glow, #ffb300)); }
.wt-board.dragging { cursor: grabbing; }
.wt-board .dragged { opacity: 0.85; pointer-events: none; }
.wt-board[data-drag] :is([data-kind="wizard"], [data-kind="tower"], [data-kind="castle"], [data-kind="piece"]) {
  cursor: grab;
  touch-action: none;
}
@keyframes wt-walk { to { stroke-dashoffset: -28; } }
.wt-picture svg { display: block; width: 100%; height: auto; }
.wt-picture { display: block; }
.card:has(.wt-picture) { padding: 2px; border: 0; background: none; min-height: 0; }
.card:has(.wt-picture) .wt-picture { width: 100%; max-width: 84px; }
.card.offered:has(.wt-picture) .wt-picture {
  border-radius: 12% / 8%;
  box-shadow: 0 0 0 2px var(--wt-glow, #ff9d00), 0 0 9px var(--wt-glow, #ffb300);
}
.card.back:has(.wt-picture) { min-width: 0; }
.card.back .wt-picture { width: 32px; }
.player .card:not(.back) .wt-picture { width: 52px; }
.wt-die { width: 34px; }
.wt-flasks { display: inline-flex; gap: 1px; vertical-align: middle; }
.wt-flasks svg { width: 17px; height: 23px; }
@media (prefers-reduced-motion: reduce) { .wt-board .offered { transition: filter 0.12s; }
.wt-board .pointed:not([data-kind="space"]), .wt-board .pointed[data-kind="space"] > use:first-of-type {
  filter:
    drop-shadow(0 0 1.5px #fff)
    drop-shadow(0 0 4px var(--wt-glow, #ff7a00))
    drop-shadow(0 0 12px var(--wt-glow, #ff7a00)) brightness(1.08);
}
.wt-preview { pointer-events: none; }
.wt-ghost { opacity: 0.5; }
.wt-arrow, .wt-arrow-edge { fill: none; stroke: var(--wt-arrow, #d4480b); stroke-width: 5; stroke-linecap: round; }
.wt-arrow-edge { stroke: #fff; stroke-width: 9; opacity: 0.85; }
.wt-arrow-head { fill: var(--wt-arrow, #d4480b); stroke: #fff; stroke-width: 2; paint-order: stroke; }
.wt-board .wt-spot { animation: none; } }
@media print { .wt-board .wt-spot, .wt-board .wt-trace { display: none; } }
`;

let isInstalled = false;
/** Add the style to the page, once. */
export function installStyle() {
  if (isInstalled) return;
  isInstalled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
