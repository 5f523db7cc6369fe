// The examples as cards: what they are about, what they add, and a way to try one, or several together.
import { useState } from "preact/hooks";
import type { Example } from "../calls";
import { together, type Trial, useTrial } from "../state/combine";
import { openRules } from "../state/rules";
import { openDialog, showPane } from "../state/shell";
import { store, titleOf } from "../state/store";
import { lang, t } from "../text/text";
import { WithCatalog } from "./with-catalog";
import { Icon, type IconName, Inline, Picture } from "./widgets";

export const openGallery = () =>
  openDialog(
    () => t("examples.title"),
    (close) => (
      <WithCatalog>
        <Gallery close={close} />
      </WithCatalog>
    ),
    { isWide: true },
  );

const ICONS: Record<string, IconName> = {
  piece: "star",
  spell: "light",
  card: "cards",
  end: "home",
  secret: "alert",
  memory: "list",
  variant: "next",
};

/** What a house rule adds, in words. */
const tagNames = (): Record<string, string> => ({
  piece: t("tag.piece"),
  spell: t("tag.spell"),
  card: t("tag.card"),
  end: t("tag.end"),
  memory: t("tag.memory"),
  secret: t("tag.secret"),
  variant: t("tag.variant"),
});

function Gallery({ close }: { close: () => void }) {
  const [search, setSearch] = useState("");
  const [tag, setTag] = useState("");
  const [ticked, setTicked] = useState<string[]>([]);
  const { examples } = store.catalog.value!;
  const names = tagNames();
  const isWanted = ({ name, title, says, tags }: Example) =>
    `${name} ${title} ${says}`.toLowerCase().includes(search.toLowerCase()) && (!tag || tags?.includes(tag));
  const toggle = (name: string) =>
    setTicked(ticked.includes(name) ? ticked.filter((other) => other !== name) : [...ticked, name]);
  const chosen = examples.filter(({ name }) => ticked.includes(name));
  const trial = useTrial(chosen);
  const playTogether = () => {
    close();
    showPane("rules");
    void openRules(together(chosen, lang.value, t("combine.title")), { isTouched: true });
  };
  return (
    <div class="gallery">
      <input
        type="search"
        placeholder={t("examples.search")}
        aria-label={t("examples.search")}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <div class="row" role="group" aria-label={t("tag.label")}>
        {Object.entries(names)
          .filter(([id]) => examples.some((example) => example.tags?.includes(id)))
          .map(([id, name]) => (
            <button
              type="button"
              class="tag-button"
              key={id}
              aria-pressed={tag === id}
              onClick={() => setTag(tag === id ? "" : id)}
            >
              {name}
            </button>
          ))}
      </div>
      <ul class="examples">
        {examples.filter(isWanted).map((example) => (
          <ExampleCard
            key={example.name}
            example={example}
            close={close}
            isTicked={ticked.includes(example.name)}
            toggle={() => toggle(example.name)}
          />
        ))}
      </ul>
      {chosen.length > 0 && (
        <div class="sticky">
          <div class="row">
            <button type="button" class="primary" onClick={playTogether} disabled={trial?.isPossible === false}>
              <Icon name="play" />
              {chosen.length === 1 ? t("combine.one") : t("combine.run", { n: chosen.length })}
            </button>
            {chosen.length === 1 && <span class="muted">{t("combine.why")}</span>}
          </div>
          {trial && <TrialReport trial={trial} />}
        </div>
      )}
    </div>
  );
}

function TrialReport({ trial }: { trial: Trial }) {
  const { isPossible, reasons, headlines, games, base } = trial;
  if (isPossible === null) return <Waiting text={t("together.checking")} />;
  if (!isPossible) {
    return (
      <div class="trial bad" role="status">
        <strong>{t("together.no")}</strong>
        <ul class="bullets">
          {reasons.map((reason) => (
            <li key={reason}>
              <Inline text={reason} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div class="trial" role="status">
      <strong class="good">{t("together.yes")}</strong>{" "}
      {headlines ? (
        <>
          {headlines.join(" ")} <span class="muted">({t("together.games", { n: games, base: titleOf(base) })})</span>
        </>
      ) : (
        <Waiting text={t("together.measuring")} />
      )}
    </div>
  );
}

const Waiting = ({ text }: { text: string }) => (
  <span class="muted" role="status">
    <span class="spinner small" aria-hidden="true" />
    {text}
  </span>
);

type CardProps = { example: Example; close: () => void; isTicked: boolean; toggle: () => void };

function ExampleCard({ example, close, isTicked, toggle }: CardProps) {
  const { name, title, says, text, tags = [], lines = 0, words = 0, effect = [], svg } = example;
  const names = tagNames();
  const open = () => {
    close();
    const file = `${name}.wtr`;
    showPane("rules");
    void openRules({ files: { [file]: text }, main: file });
  };
  return (
    <li class={isTicked ? "ticked" : ""}>
      <button type="button" class="example" data-example={name} onClick={open}>
        <span class="portrait" aria-hidden="true">
          {svg ? <Picture svg={svg} /> : <Icon name={ICONS[tags[0] ?? ""] ?? "pen"} />}
        </span>
        <strong>{title}</strong>
        <span>{says}</span>
        {effect.length > 0 && <span class="effect">{effect.join(" ")}</span>}
        <span class="tags">
          {[...tags.map((tag) => names[tag]), words && t("effect.words", { n: words }), t("tag.lines", { n: lines })]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </button>
      <label class="wish together">
        <input type="checkbox" checked={isTicked} onChange={toggle} />
        <span>{t("combine.tick")}</span>
      </label>
    </li>
  );
}
