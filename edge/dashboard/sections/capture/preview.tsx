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

/** The page's own English words; a test compares them. */
const WORDS = { title: "Verify your identity", button: "Agree and continue" } as const;

/**
 * Name, logo, colours and the start of the consent text on the page's first screen, in light and in dark
 * mode. It is drawn as SVG, since the dashboard's policy allows no styles of a page's own.
 */
export function Preview({ of: brand, text }: { of: Brand; text: string }) {
  const theme = themeOf(brand.accent);
  return (
    <div class="columns">
      {SCREENS.map((screen) => (
        <Screen brand={brand} text={text} screen={screen} colours={theme[screen.light]} />
      ))}
    </div>
  );
}

function Screen({
  brand,
  text,
  screen,
  colours,
}: {
  brand: Brand;
  text: string;
  screen: (typeof SCREENS)[number];
  colours: { accent: string; on_accent: string };
}) {
  const { light, ground, ink } = screen;
  // The logo's row is left out without a logo.
  const row = brand.logo === null ? 0 : 52;
  const height = 272 + row;
  const shown = brand.name.length > LONGEST_LINE ? `${brand.name.slice(0, LONGEST_LINE - 1)}…` : brand.name;
  return (
    <svg
      viewBox={`0 0 320 ${height}`}
      width="320"
      height={height}
      role="img"
      aria-label={`The page in ${light} mode`}
    >
      <rect width="320" height={height} rx="12" fill={ground} stroke="#8894a2" />
      {brand.logo !== null && <image href={brand.logo} x="20" y="18" width="120" height="40" />}
      <text x="20" y={row + 36} font-size="13" fill={ink}>
        {shown}
      </text>
      <text x="20" y={row + 68} font-size="18" font-weight="600" fill={ink}>
        {WORDS.title}
      </text>
      <foreignObject x="20" y={row + 84} width="280" height="104" color={ink}>
        <div class="consent-start">{text}</div>
      </foreignObject>
      <rect x="20" y={row + 204} width="280" height="44" rx="8" fill={colours.accent} />
      <text x="160" y={row + 231} font-size="15" text-anchor="middle" fill={colours.on_accent}>
        {WORDS.button}
      </text>
    </svg>
  );
}
