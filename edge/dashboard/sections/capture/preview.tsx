import { themeOf } from "../../../capture-settings/theme.ts";

/** The tenant's appearance on the page. */
interface Brand {
  readonly name: string;
  readonly accent: string | null;
  /** Address of the logo on this dashboard; null for none. */
  readonly logo: string | null;
}

const SCREENS = [
  { light: "light", ground: "#ffffff", ink: "#17202b" },
  { light: "dark", ground: "#0f141a", ink: "#e4e9ef" },
] as const;
const LONGEST_LINE = 30;

/**
 * The first screen of the page in both colour schemes, as it would look. It is drawn as SVG, since the
 * dashboard's policy forbids inline styles.
 */
export function Preview({ of: brand }: { of: Brand }) {
  const theme = themeOf(brand.accent);
  return (
    <div class="columns">
      {SCREENS.map((screen) => (
        <Screen brand={brand} screen={screen} colours={theme[screen.light]} />
      ))}
    </div>
  );
}

function Screen({
  brand,
  screen,
  colours,
}: {
  brand: Brand;
  screen: (typeof SCREENS)[number];
  colours: { accent: string; on_accent: string };
}) {
  const { light, ground, ink } = screen;
  const shown = brand.name.length > LONGEST_LINE ? `${brand.name.slice(0, LONGEST_LINE - 1)}…` : brand.name;
  return (
    <svg viewBox="0 0 320 260" width="320" height="260" role="img" aria-label={`The page in ${light} mode`}>
      <rect width="320" height="260" rx="12" fill={ground} stroke="#8894a2" />
      {brand.logo !== null && <image href={brand.logo} x="20" y="18" width="120" height="40" />}
      <text x="20" y="92" font-size="17" font-weight="600" fill={ink}>
        {shown}
      </text>
      <text x="20" y="116" font-size="13" fill={ink}>
        asks you to show who you are.
      </text>
      <rect x="20" y="146" width="280" height="44" rx="8" fill={colours.accent} />
      <text x="160" y="173" font-size="15" text-anchor="middle" fill={colours.on_accent}>
        Agree and continue
      </text>
      <text x="160" y="224" font-size="13" text-anchor="middle" fill={colours.accent}>
        Another way
      </text>
    </svg>
  );
}
