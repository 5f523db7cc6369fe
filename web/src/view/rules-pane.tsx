// The files above the text: the reader's own, and shipped ones that are open to read.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { saveToDisk } from "../state/disk";
import { addFile, closeShipped, format, openFile, removeFile } from "../state/rules";
import { openDialog } from "../state/shell";
import { isUnsaved, store } from "../state/store";
import { t } from "../text/text";
import { showConflict } from "./conflict";
import { Editor } from "./editor";
import { openGallery } from "./gallery";
import { openMyRules } from "./my-rules";
import { openNewRule } from "./new-rule";
import { Problems } from "./problems";
import { Field, Icon, IconButton, type IconName } from "./widgets";

export function RulesPane() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const editor = new Editor(place.current!);
    return () => editor.destroy();
  }, []);
  const file = store.file.value;
  const hasProblems = (store.check.value?.diagnostics.length ?? 0) > 0;
  const isReading = file in store.reading.value;
  const isOpen = file in store.project.value.files || isReading;
  return (
    <section class={`rules-pane${hasProblems ? " has-problems" : ""}`} aria-label={t("pane.rules")}>
      <FileBar />
      {isReading && (
        <div class="reading" role="status">
          <Icon name="book" />
          <span>{t("files.reading")}</span>
        </div>
      )}
      <div class="editor" ref={place} hidden={!isOpen} />
      {!isOpen && <Shipped />}
      {Object.keys(store.project.value.files).length > 0 && <Problems />}
    </section>
  );
}

const Shipped = () => (
  <div class="shipped">
    <h2>{t("shipped.title")}</h2>
    <p>{t("shipped.text")}</p>
    <div class="row">
      <button type="button" class="primary" onClick={openNewRule}>
        <Icon name="pen" />
        {t("rule.new")}
      </button>
      <button type="button" onClick={openGallery}>
        <Icon name="book" />
        {t("examples.title")}
      </button>
    </div>
  </div>
);

type TabProps = { name: string; label: string; onRemove?: () => void; isShipped?: boolean };

function FileTab({ name, label, onRemove, isShipped }: TabProps) {
  const isOpen = name === store.file.value;
  return (
    <span class={`file-tab${isOpen ? " open" : ""}${isShipped ? " read-only" : ""}`}>
      <button type="button" title={name} aria-pressed={isOpen} onClick={() => openFile(name)}>
        {isShipped && <Icon name="book" />}
        {label}
      </button>
      {onRemove && <IconButton icon="close" label={t("files.remove", { name: label })} onClick={onRemove} />}
    </span>
  );
}

type ActionProps = { act: string; icon: IconName; label: string; long?: string; run: () => void; class?: string };

const Action = ({ act, icon, label, long = label, run, class: name }: ActionProps) => (
  <button type="button" aria-label={long} title={long} onClick={run} data-act={act} class={name}>
    <Icon name={icon} />
    <span>{label}</span>
  </button>
);

function FileBar() {
  const { files, main } = store.project.value;
  const { disk } = store.draft.value;
  const names = Object.keys(files);
  return (
    <div class="file-bar">
      <div class="file-tabs" role="group" aria-label={t("files.label")}>
        {names.map((name) => (
          <FileTab key={name} name={name} label={name} onRemove={name === main ? undefined : () => removeFile(name)} />
        ))}
        {names.length > 0 && <IconButton icon="plus" label={t("files.add")} onClick={openAddFile} />}
        {Object.keys(store.reading.value).map((name) => (
          <FileTab
            key={name}
            name={name}
            label={name.split("/").at(-1)!}
            onRemove={() => closeShipped(name)}
            isShipped
          />
        ))}
      </div>
      <div class="row">
        {disk && disk.file in files && (
          <Action
            act="save"
            icon="save"
            class={isUnsaved.value ? "unsaved" : ""}
            label={isUnsaved.value ? t("save.short") : t("save.saved")}
            long={isUnsaved.value ? t("save.save", { name: disk.file }) : t("save.isSaved", { name: disk.file })}
            run={() => void saveToDisk(showConflict)}
          />
        )}
        {store.file.value in files && (
          <Action act="format" icon="format" label={t("editor.format")} run={() => void format()} />
        )}
        <Action act="drafts" icon="list" label={t("drafts.title")} run={openMyRules} />
      </div>
    </div>
  );
}

const openAddFile = () =>
  openDialog(
    () => t("files.add"),
    (close) => <AddFile close={close} />,
  );

function AddFile({ close }: { close: () => void }) {
  const [name, setName] = useState("my-base.wtr");
  const submit = (event: Event) => {
    event.preventDefault();
    close();
    addFile(name);
  };
  return (
    <form onSubmit={submit}>
      <p>{t("files.why")}</p>
      <Field id="file-name" label={t("files.name")}>
        <input
          id="file-name"
          required
          pattern="[A-Za-z0-9][A-Za-z0-9 _.\-]*"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <div class="row">
        <button type="submit" class="primary">
          {t("files.create")}
        </button>
      </div>
    </form>
  );
}
