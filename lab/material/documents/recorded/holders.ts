import type { NumberForm } from "../../../../vocabulary/issuers/record.ts";
import { between, pick, type Random } from "../../random.ts";

/** The person on a document of a record, as printed. Dates are ISO 8601. */
export interface RecordedHolder {
  readonly surname: string;
  readonly givenNames: string;
  readonly sex: "F" | "M";
  readonly dateOfBirth: string;
  readonly dateOfIssue: string;
  readonly dateOfExpiry: string;
  readonly town: string;
  /** Street and house, then code and town. */
  readonly address: readonly [string, string];
}

/** Invented people and places: language: surnames; given names; towns; streets with `#` for the house. */
const PEOPLE = `
  en: ASHWORTH, O'DONNELL, PEMBERTON-HALE; OLIVIA JANE, GEORGE, HARRIET MAY; NORTHAVEN, WEXHAM, ST ALBRIGHT; # HARBOUR ROAD, # ORCHARD LANE
  de: MÜLLER-LÜDEN, GRÖßMANN, SCHÄFER; JÖRG ANDREAS, ANNELIESE, URSULA; BREMEL, BAD ELLINGEN, MÜHLHOFEN; LINDENSTRASSE #, AM KIRCHPLATZ #
  nl: VAN DER BERG, DE VRIES, JANSSENS; WILLEM JAN, SANNE, ELS; VELDEN, OUDEHAVEN, NIEUWERKERK; MOLENWEG #, KERKSTRAAT #
  fr: LEFÈVRE, DUBOIS-MARÉCHAL, BENOÎT; FRANÇOIS, HÉLÈNE MARIE, ÉMILE; SAINT-VARENNE, PORT ELISE, MONTCLAIR; # RUE DES LILAS, # AVENUE VICTOR
  bg: DIMITROV, PETROVA, KOLEV; IVAN GEORGIEV, MARIA, STOYAN; SOFIA, PLOVDIV, VARNA; UL. VITOSHA #, UL. RILA #
  hr: HORVAT, ŠIMIĆ, ĐURIĆ; LUKA, ŽELJKA, IVANA; KALDOR, ČAKOVAR, ZELENI BRIJEG; ULICA LIPA #, VUKOVARSKA #
  el: PAPADOPOULOS, NIKOLAIDIS, GEORGIOU; ELENI, DIMITRIOS, MARIA; ATHINA, PATRA, LARISA; LEOFOROS ATHINON #, ERMOU #
  cs: NOVÁK, DVOŘÁKOVÁ, ŘEHOŘ; JIŘÍ, BOŽENA, TOMÁŠ; ŽĎÁREK, PŘÍBORA, KOLDÍN; LIPOVÁ #, NÁDRAŽNÍ #
  da: SØRENSEN, KJÆR, NØRGAARD; LÆRKE MARIE, ASGER, BIRGITTE; AARSLEV, KØGEBY, RØDEN; STRANDVEJEN #, MØLLEGADE #
  et: TAMM, KÕIV, MÄGI; ÜLLE, JAAN, KADRI; TARVA, PÕLTSA, NARVIK; PÄRNA TEE #, KOIDU #
  fi: MÄKINEN, VIRTANEN, HÄYRYNEN; JUHANI OLAVI, AINO, KYLLIKKI; NORDVIK, KYRÖLÄ, SALMI; KOIVUKATU #, RANTATIE #
  hu: KOVÁCS, SZŐKE, FEKETE; GYÖNGYI, ISTVÁN, ZSÓFIA; SZÁLKA, KISBÉR, DEBRŐ; FŐ UTCA #, PETŐFI UTCA #
  ga: Ó BRIAIN, MURPHY, NÍ DHÓMHNAILL; AOIFE, SEÁN, CIARA; KILBRAN, DÚNAVON, LISMOREY; # MAIN STREET, # CHAPEL ROAD
  it: ROSSI, D'ANGELO, ESPÒSITO; GIULIA, NICOLÒ, MARIA ROSA; SANTA MIRA, CÒRBOLA, FORTE ALBO; VIA GARIBALDI #, PIAZZA DANTE #
  lv: BĒRZIŅŠ, OZOLA, KALNIŅA; JĀNIS, DZINTRA, ĒRIKA; RĪDZENE, VALMIRA, CĒRES; LIEPU IELA #, SKOLAS IELA #
  lt: KAZLAUSKAS, ŽUKAUSKIENĖ, PETRAITIS; JONAS, RŪTA, GIEDRĖ; ALYTA, ŠIAULĖ, KURŠENAI; LIEPŲ G. #, TAIKOS PR. #
  mt: BORG, ZAMMIT, FARRUGIA; MARIJA, ĠORĠ, RITA; MOSTIJA, RABATA, SLIEMAR; # TRIQ IL-KBIRA, # TRIQ IR-REPUBBLIKA
  pl: WIŚNIEWSKA, ŁUKASZEWICZ, ZIĘBA; ŁUKASZ, MAŁGORZATA, JÓZEF; ŁĘCZNO, GDAŃSKO, BIAŁA WODA; UL. DŁUGA #, UL. LIPOWA #
  pt: GONÇALVES, ARAÚJO, MAGALHÃES; JOÃO MIGUEL, CONCEIÇÃO, INÊS; SÃO BRITO, PORTALVA, ÉVORAL; RUA DAS FLORES #, AVENIDA CENTRAL #
  ro: POPESCU, ȘTEFĂNESCU, ȚĂRANU; ANDREI, IOANA MĂDĂLINA, ȘTEFAN; BRAȘEL, TIMIȘU, CLUJENI; STR. TEIULUI #, BD. UNIRII #
  sk: HORVÁTHOVÁ, KOVÁČ, ŠŤASTNÝ; ĽUBOMÍR, ZUZANA, JÁN; ŽILINOV, TRNAVKA, KOŠAR; LIPOVÁ #, HLAVNÁ #
  sl: KRAJNC, ŽNIDARŠIČ, BOŽIČ; ŠPELA, MATJAŽ, ANA; KRANJE, CELJAN, NOVA GORA; LIPOVA ULICA #, SLOMŠKOVA #
  es: MORENO GARCÍA, NÚÑEZ IBÁÑEZ, PEÑA; JOSÉ LUIS, MARÍA ÁNGELES, IÑIGO; SANTA INÉS, VALDORA, PEÑALBA; CALLE MAYOR #, AVENIDA DEL SOL #
  sv: LINDQVIST, ÅKERSTRÖM, SJÖBERG; ÅSA, GÖRAN ERIK, INGRID; NORRVIKA, ÅSEDALA, MALMÖN; BJÖRKGATAN #, STORGATAN #
  is: JÓNSDÓTTIR, ÞÓRSSON, EINARSSON; GUÐRÚN, ÞÓRDÍS, BJÖRN; ÞÓRSHAVN, SELVÍK, AKUREY; LAUFVEGUR #, HAFNARGATA #
  nb: BJØRNSTAD, HANSEN, ØDEGÅRD; ÅSE MARIE, KÅRE, SIGRID; TRONDVIK, BODÅS, SØRHAUG; STORGATA #, BJØRKEVEIEN #
  tr: YILMAZ, ÇELİK, ÖZTÜRK; GÜLŞEN, İBRAHİM, ŞÜKRÜ CAN; İZMİT, ÇANKIRI, MUĞLA; ÇİÇEK SOKAK NO #, GÜL CADDESİ NO #
  uk: SHEVCHENKO, KOVALENKO, BONDAR; OKSANA, TARAS, IRYNA; KYIV, POLTAVA, LUTSK; VUL. SADOVA #, VUL. LISOVA #
  vi: NGUYỄN, TRẦN, PHẠM; THỊ HƯƠNG, VĂN ĐỨC, MINH ÁNH; HẢI VÂN, NINH BÌNH, ĐÔNG HÀ; # ĐƯỜNG LÊ LỢI, # PHỐ HUẾ
  fil: DELA CRUZ, BAUTISTA, VILLANUEVA; MARIA LUZ, JOSE MARIE, ANGELICA; SAN ISIDRO, BAYAN LUMA, STA. ELENA; # MABINI STREET, # RIZAL AVENUE
  id: SURYANINGSIH, WIDODO, HALIM; DEWI, BUDI SANTOSO, SITI; BANYURIPAN, SUKAMAJU, KOTA LAMA; JL. MELATI NO #, JL. KENANGA NO #
  ja: YAMADA, TANAKA, ISHIKAWA; YUKI, HARUTO, SAKURA; OSAKA, NAGOYA, KOBE; # SAKURAGI, # MINATO
  ko: KIM, PARK, CHOI; MINJUN, SEOYEON, JIHOON; SEOUL, BUSAN, DAEGU; # HANGANG-RO, # SEJONG-DAERO
  hi: SHARMA, PATEL, REDDY; RAJESH KUMAR, PRIYA, ANANYA; NASHIK, MYSURU, KOCHI; # GANDHI NAGAR, # STATION ROAD`;

const TABLE = new Map(
  PEOPLE.trim()
    .split("\n")
    .map((row) => {
      const [language, lists] = row.trim().split(": ");
      return [
        language!,
        lists!.split(";").map((list) => list.split(",").map((each) => each.trim())),
      ] as const;
    }),
);

/** A holder with names of one of the languages, of a document that is valid until 2031. */
export function inventRecordedHolder(random: Random, languages: readonly string[]): RecordedHolder {
  const [surnames, given, towns, streets] = (TABLE.get(languages.find((each) => TABLE.has(each))!) ??
    TABLE.get("en"))!;
  const two = (low: number, high: number) =>
    String(Math.floor(between(random, low, high + 1))).padStart(2, "0");
  const town = pick(random, towns!);
  const code = String(Math.floor(between(random, 10_000, 99_999)));
  return {
    surname: pick(random, surnames!),
    givenNames: pick(random, given!),
    sex: random() < 0.5 ? "F" : "M",
    dateOfBirth: `19${two(60, 99)}-${two(1, 12)}-${two(1, 28)}`,
    dateOfIssue: `2024-${two(1, 12)}-${two(1, 28)}`,
    dateOfExpiry: `203${two(2, 4)[1]}-${two(1, 12)}-${two(1, 28)}`,
    town,
    address: [pick(random, streets!).replace("#", two(1, 98)), `${code} ${town}`],
  };
}

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";

/** A number of the form; nine letters and digits if the form is unknown. */
export function inventNumber(random: Random, form: NumberForm | null): string {
  const { forms, letters = LETTERS } = form ?? { forms: ["*########"] };
  const digit = () => String(Math.floor(random() * 10));
  const letter = () => pick(random, Array.from(letters));
  return Array.from(pick(random, forms), (place) => {
    if (place === "#") return digit();
    if (place === "@") return letter();
    return place === "*" ? (random() < 0.4 ? letter() : digit()) : place;
  }).join("");
}
