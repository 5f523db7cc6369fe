// A new house rule, written by ticking what should be different.
import { useState } from "preact/hooks";
import { failureOf } from "../engine/engine";
import { openRules } from "../state/rules";
import { openDialog, showPane, toast } from "../state/shell";
import { baseName, call, store, titleOf } from "../state/store";
import { lang, t } from "../text/text";
import { WithCatalog } from "./with-catalog";
import { Field, Inline } from "./widgets";

export const openNewRule = () =>
  openDialog(
    () => t("rule.new"),
    (close) => (
      <WithCatalog>
        <NewRule close={close} />
      </WithCatalog>
    ),
  );

function NewRule({ close }: { close: () => void }) {
  const catalog = store.catalog.value!;
  const [title, setTitle] = useState(t("rule.suggestion"));
  const [base, setBase] = useState(baseName.value);
  const [wishes, setWishes] = useState<string[]>([]);
  const toggle = (id: string) =>
    setWishes(wishes.includes(id) ? wishes.filter((other) => other !== id) : [...wishes, id]);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const found = await call("newRule", { extends: base, title: title.trim(), wishes, lang: lang.value });
      close();
      const file = found.name.endsWith(".wtr") ? found.name : `${found.name}.wtr`;
      showPane("rules");
      await openRules({ files: { [file]: found.text }, main: file }, { isTouched: true });
    } catch (error) {
      toast(failureOf(error).message);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field id="rule-title" label={t("rule.title")}>
        <input
          id="rule-title"
          required
          maxLength={80}
          autofocus
          value={title}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <Field id="rule-base" label={t("rule.base")}>
        <select id="rule-base" value={base} onChange={(event) => setBase(event.currentTarget.value)}>
          {catalog.rulesets.map((one) => (
            <option key={one.name} value={one.name}>
              {titleOf(one.name)}
            </option>
          ))}
        </select>
      </Field>
      {(catalog.wishes ?? []).length > 0 && (
        <fieldset>
          <legend>{t("rule.wishes")}</legend>
          {catalog.wishes!.map((wish) => (
            <label class="wish" key={wish.id}>
              <input
                type="checkbox"
                value={wish.id}
                checked={wishes.includes(wish.id)}
                onChange={() => toggle(wish.id)}
              />
              <span>
                <span>
                  <Inline text={wish.title} />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="row sticky">
        <button type="submit" class="primary">
          {t("rule.create")}
        </button>
      </div>
    </form>
  );
}
