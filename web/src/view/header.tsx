// The bar at the top: the title of the rules, language, colours, sharing, the menu and help.
import { useEffect, useRef, useState } from "preact/hooks";
import { openDialog } from "../state/shell";
import { SPEEDS, type Speed, store, title } from "../state/store";
import { lang, t } from "../text/text";
import { openGallery } from "./gallery";
import { openLesson } from "./lesson";
import { openMyRules } from "./my-rules";
import { openNewGame } from "./new-game";
import { openNewRule } from "./new-rule";
import { openShare } from "./share";
import { openWelcome } from "./welcome";
import { Field, Icon, IconButton, type IconName } from "./widgets";

const NAMES = { de: "Deutsch", en: "English" };

export function Header() {
  const other = lang.value === "en" ? "de" : "en";
  const isNight = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = store.theme.value === "dark" || (store.theme.value === "auto" && isNight);
  return (
    <header class={`top${store.isKept.value ? "" : " unkept"}`}>
      <button type="button" class="brand" aria-label={t("brand")} onClick={openWelcome}>
        <img src="icon.svg" alt="" width="30" height="30" />
      </button>
      <div class="titles">
        <h1>{title.value}</h1>
        <State />
      </div>
      <div class="spacer" />
      <button
        type="button"
        class="lang"
        lang={other}
        title={t("lang.switch")}
        aria-label={NAMES[other]}
        onClick={() => (lang.value = other)}
      >
        <span class="long">{NAMES[other]}</span>
        <span class="short" aria-hidden="true">
          {other.toUpperCase()}
        </span>
      </button>
      <IconButton
        class="theme"
        icon={isDark ? "sun" : "moon"}
        label={isDark ? t("theme.light") : t("theme.dark")}
        onClick={() => (store.theme.value = isDark ? "light" : "dark")}
      />
      <button
        type="button"
        class="share-button"
        aria-label={t("share.open")}
        title={t("share.title")}
        onClick={openShare}
      >
        <Icon name="share" />
        <span>{t("share.open")}</span>
      </button>
      <Menu />
    </header>
  );
}

/** What the reader should know about the page itself. */
function State() {
  const text = store.status.value === "loading" ? t("engine.loading") : "";
  const other = store.elsewhere.value > 0 ? t("drafts.elsewhere") : "";
  return (
    <span class="engine-state" role="status">
      {text || other}
    </span>
  );
}

function Menu() {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const items: [IconName, string, () => void][] = [
    ["plus", t("rule.new"), openNewRule],
    ["list", t("drafts.title"), openMyRules],
    ["star", t("examples.title"), openGallery],
    ["board", t("game.new"), openNewGame],
    ["light", t("lesson.title"), () => void openLesson()],
    ["share", t("share.title"), openShare],
    ["pen", t("settings.title"), openSettings],
    ["book", t("help.title"), openHelp],
  ];
  useEffect(() => {
    if (!isOpen) return;
    list.current!.showPopover();
    list.current!.querySelector("button")!.focus();
  }, [isOpen]);
  const move = (event: KeyboardEvent) => {
    const buttons = [...list.current!.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)!.focus();
  };
  return (
    <>
      <IconButton icon="menu" label={t("menu.open")} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div
          class="menu"
          role="menu"
          popover="auto"
          ref={list}
          onKeyDown={move}
          onToggle={(event) => event.newState === "closed" && setOpen(false)}
        >
          {items.map(([icon, label, run]) => (
            <button type="button" role="menuitem" key={label} onClick={() => (list.current!.hidePopover(), run())}>
              <Icon name={icon} />
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const openSettings = () =>
  openDialog(
    () => t("settings.title"),
    () => <Settings />,
  );

function Settings() {
  const names: Record<Speed, string> = {
    slow: t("speed.slow"),
    normal: t("speed.normal"),
    fast: t("speed.fast"),
    skip: t("speed.skip"),
  };
  return (
    <div class="settings-list">
      <Field id="setting-speed" label={t("settings.speed")}>
        <select
          id="setting-speed"
          value={store.speed.value}
          onChange={(event) => (store.speed.value = event.currentTarget.value as Speed)}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {names[speed]}
            </option>
          ))}
        </select>
      </Field>
      <label class="wish">
        <input
          type="checkbox"
          checked={store.passes.value}
          onChange={(event) => (store.passes.value = event.currentTarget.checked)}
        />
        <span>{t("settings.passes")}</span>
      </label>
      <label class="wish">
        <input
          type="checkbox"
          checked={store.letters.value}
          onChange={(event) => (store.letters.value = event.currentTarget.checked)}
        />
        <span>{t("settings.letters")}</span>
      </label>
    </div>
  );
}

const openHelp = () =>
  openDialog(
    () => t("help.title"),
    () => <Help />,
  );

function Help() {
  const keys: [string, string][] = [
    ["← →", t("help.moves")],
    ["Ctrl Space", t("help.complete")],
    ["Ctrl Shift F", t("help.format")],
    ["F8", t("help.problem")],
    ["Ctrl S", t("help.save")],
    ["Esc, Tab", t("help.leave")],
  ];
  return (
    <div class="help">
      <p>{t("help.text")}</p>
      <dl>
        {keys.map(([key, text]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <p class="muted">{t("help.fan")}</p>
    </div>
  );
}
