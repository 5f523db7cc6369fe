// What needs the catalogue waits for it.
import type { ComponentChildren } from "preact";
import { store } from "../state/store";
import { t } from "../text/text";
import { Spinner } from "./widgets";

export function WithCatalog({ children }: { children: ComponentChildren }) {
  if (store.catalog.value) return <>{children}</>;
  return (
    <p class="muted">
      <Spinner />
      {t("engine.soon")}
    </p>
  );
}
