import { LANGUAGES, type Locale } from "../text/language.ts";
import type { View } from "./parts.tsx";

/** The page's languages, each by its own name, so that everybody finds theirs. */
export const LanguageChoice = ({ say, locale, speak }: View) => (
  <select
    class="language"
    aria-label={say("language")}
    value={locale}
    onChange={({ currentTarget }) => speak(currentTarget.value as Locale)}
  >
    {Object.entries(LANGUAGES).map(([each, name]) => (
      <option key={each} value={each} lang={each} selected={each === locale}>
        {name}
      </option>
    ))}
  </select>
);
