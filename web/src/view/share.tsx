// Sharing and saving: a link that holds everything, and files of the rules, the game, the picture and the book.
import { useEffect, useState } from "preact/hooks";
import { fragment } from "../state/address";
import { openDialog } from "../state/shell";
import { shownGame, store, title } from "../state/store";
import { t } from "../text/text";
import { openBook } from "./book";
import { copy, CopyBox, download } from "./download";
import { Field, Icon } from "./widgets";

const LONG = 8000; // characters of a link that some messengers cut off

export const openShare = () =>
  openDialog(
    () => t("share.title"),
    () => <Share />,
    { isWide: true },
  );

/** Whether other people can open this very page. */
const isPublic = () => !/^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(location.hostname);

function Share() {
  const [text, setText] = useState("");
  useEffect(() => void fragment().then(setText), []);
  const own = `${location.origin}${location.pathname}`;
  const base = store.shareBase.value || (isPublic() ? own : "");
  const link = base ? `${base}#${text}` : "";
  return (
    <div class="share">
      <p>{t("share.text")}</p>
      {link ? <Link link={link} /> : <AskBase fallback={`${own}#${text}`} />}
      <Files />
    </div>
  );
}

function Link({ link }: { link: string }) {
  const send = () => void navigator.share({ url: link, title: title.value }).catch(() => {});
  return (
    <>
      <CopyBox text={link} label={t("share.link")} />
      {link.length > LONG && <p class="warn">{t("share.long")}</p>}
      <div class="row">
        <button type="button" class="primary" autofocus onClick={() => void copy(link)}>
          <Icon name="copy" />
          {t("share.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" onClick={send}>
            <Icon name="share" />
            {t("share.send")}
          </button>
        )}
        {!isPublic() && (
          <button type="button" class="link" onClick={() => (store.shareBase.value = "")}>
            {t("share.otherBase")}
          </button>
        )}
      </div>
    </>
  );
}

/** This page is on this machine alone, so links have to lead to another one. */
function AskBase({ fallback }: { fallback: string }) {
  const [value, setValue] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    const found = new URL(value);
    store.shareBase.value = `${found.origin}${found.pathname}`;
  };
  return (
    <form onSubmit={submit}>
      <p>{t("share.where")}</p>
      <Field id="share-base" label={t("share.base")}>
        <input
          id="share-base"
          type="url"
          required
          placeholder="https://"
          value={value}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      </Field>
      <div class="row">
        <button type="submit" class="primary">
          {t("share.useBase")}
        </button>
        <button type="button" onClick={() => void copy(fallback)}>
          <Icon name="copy" />
          {t("share.here")}
        </button>
      </div>
    </form>
  );
}

function Files() {
  const { files, main } = store.project.value;
  const name = main.replace(/\.wtr$/, "").replaceAll("+", "-");
  const game = shownGame();
  const svg = game?.view?.svg;
  const saveGame = () => {
    const words = game!
      .line()
      .slice(1)
      .map((step) => step.words);
    download(`${name}.game.json`, JSON.stringify({ ...game!.ref(), words }, null, 1), "application/json");
  };
  return (
    <>
      <h3>{t("share.save")}</h3>
      <div class="row">
        {Object.entries(files).map(([file, text]) => (
          <SaveButton key={file} label={file} run={() => download(file, text, "text/plain")} />
        ))}
        {game && <SaveButton label={t("share.game")} run={saveGame} />}
        {svg && <SaveButton label={t("share.picture")} run={() => download(`${name}.svg`, svg, "image/svg+xml")} />}
        <button type="button" onClick={() => void openBook()}>
          <Icon name="book" />
          {t("share.book")}
        </button>
      </div>
    </>
  );
}

const SaveButton = ({ label, run }: { label: string; run: () => void }) => (
  <button type="button" onClick={run}>
    <Icon name="save" />
    {label}
  </button>
);
