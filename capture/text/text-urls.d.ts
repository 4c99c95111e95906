/** Where the built texts of each language but English lie; the build puts the addresses in. */
declare const TEXT_URLS: Readonly<Record<Exclude<import("./language.ts").Locale, "en">, string>>;
