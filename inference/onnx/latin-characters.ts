/**
 * The characters that the recogniser of print distinguishes, by Unicode's blocks: what documents in Latin
 * print, without the space, which every recogniser has. Any other character is read as the one of these that
 * looks most like it, or not at all.
 */
export const LATIN_CHARACTERS: readonly string[] = Array.from(
  [
    "!\"#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|",
    // Latin-1 Supplement.
    "§ª°·ºÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ",
    // Latin Extended-A, less letters that no document prints.
    "ĀāĂăĄąĆćĊċČčĎďĐđĒēĖėĘęĚěĞğĠġĢģĦħĨĩĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŦŧŨũŪūŮůŰűŲųŴŵŶŷŸŹźŻżŽž",
    // Latin Extended-B: Vietnamese, Romanian, Azerbaijani, the Sami languages.
    "ƏəƠơƯưǦǧǨǩǪǫȘșȚț",
    "–—‘’“”…",
  ].join(""),
);

/** Those of them that a recogniser with this dictionary can be cut to. */
export const latinOf = (dictionary: readonly string[]): readonly string[] =>
  LATIN_CHARACTERS.filter((character) => dictionary.includes(character));

/** The characters of a dictionary's file, which has one a line. */
export const linesOf = (file: Uint8Array): readonly string[] =>
  new TextDecoder().decode(file).replace(/\n$/, "").split(/\r?\n/);
