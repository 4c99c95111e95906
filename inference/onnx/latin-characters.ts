/**
 * The characters that the recogniser of print distinguishes, by Unicode's names for their blocks: Basic Latin
 * without the space, which every recogniser has; letters with marks of the languages that write Latin; marks
 * of print. A character in none of them would be read as the one that looks most like it.
 */
export const LATIN_CHARACTERS: readonly string[] = Array.from(
  [
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
    // Latin-1 Supplement.
    "§ª«°·º»¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ",
    // Latin Extended-A, less the ligatures and letters that no living orthography prints.
    "ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽž",
    // Latin Extended-B: Vietnamese, Romanian, Azerbaijani, the Sami languages.
    "ƏəƠơƯưǦǧǨǩǪǫȘșȚț",
    "–—‘’“”†•…€™",
  ].join(""),
);
