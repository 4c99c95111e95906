import { afterCentury, dayFirst, fullYear, toDate, yearFirst } from "./birth-dates.ts";
import { isLuhn, isMod11And10, isMod11Radix2, isVerhoeff, weighted } from "./check-digits.ts";

/** The rule of a country's national numbers. */
export interface IdNumber {
  readonly name: string;
  /** The law, register or standard that publishes the rule, with its address if it has one. */
  readonly source: string;
  /** Letters and digits only; separators are removed first. */
  readonly pattern: RegExp;
  /** Whether the check digits of a number of the pattern are right. */
  valid(number: string): boolean;
  /** The date of birth in the number; see `birth-dates.ts`. Absent unless all these numbers contain one. */
  birth?(number: string): string | null;
}

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const FINNISH_SIGNS = "0123456789ABCDEFHJKLMNPRSTUVWXY";
const MEXICAN_SIGNS = "0123456789ABCDEFGHIJKLMN\u00d1OPQRSTUVWXYZ";
const ITALIAN_MONTHS = "ABCDEHLMPRST";
const BALTIC = { 1: "18", 2: "18", 3: "19", 4: "19", 5: "20", 6: "20" } as const;
/** The values of Italian characters in odd places; digits have the values of the letters A to J. */
const ITALIAN_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];
/** Letters that replace digits where two persons would have the same code. */
const OMOCODIA = "LMNPQRSTUV";

/** By the issuing country's ISO 3166 alpha-3 code. */
export const ID_NUMBERS: Readonly<Record<string, IdNumber>> = {
  BEL: {
    name: "Rijksregisternummer, numéro de registre national",
    source:
      "Koninklijk besluit van 3 april 1984 (samenstelling van het identificatienummer); https://www.ibz.rrn.fgov.be/fileadmin/user_upload/nl/rr/instructies/IT-lijst/IT000_Rijksregisternummer.pdf",
    pattern: /^\d{11}$/,
    valid: (number) =>
      ["", "2"].some(
        (century) => 97 - (Number(century + number.slice(0, 9)) % 97) === Number(number.slice(9)),
      ),
    birth: yearFirst(0, { month: [20, 40], unknown: true }),
  },
  BGR: {
    name: "ЕГН",
    source:
      "Закон за гражданската регистрация, чл. 11; тегла 2 4 8 5 10 9 7 3 6: https://kik-info.com/spravochnik/proverka-na-egn.php",
    pattern: /^\d{10}$/,
    valid: (number) => (weighted(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(number[9]),
    birth: yearFirst(0, { month: [20, 40] }),
  },
  BRA: {
    name: "CPF",
    source:
      "Instrução Normativa RFB nº 2.172, de 9 de janeiro de 2024; http://normas.receita.fazenda.gov.br/sijut2consulta/link.action?idAto=135611",
    pattern: /^\d{11}$/,
    valid: (number) =>
      [9, 10].every((length) => {
        const weights = Array.from({ length }, (_, i) => length + 1 - i);
        return ((weighted(number, weights) * 10) % 11) % 10 === Number(number[length]);
      }),
  },
  CHL: {
    name: "RUN",
    source:
      "Servicio de Registro Civil e Identificación, dígito verificador (módulo 11); https://en.wikipedia.org/wiki/Unique_National_Role",
    pattern: /^\d{7,8}[0-9K]$/,
    valid(number) {
      const weights = [3, 2, 7, 6, 5, 4, 3, 2];
      const rest = 11 - (weighted(number.slice(0, -1).padStart(8, "0"), weights) % 11);
      return "0123456789K0"[rest === 11 ? 0 : rest] === number.at(-1);
    },
  },
  CHN: {
    name: "公民身份号码",
    source: "GB 11643-1999, 公民身份号码 (ISO 7064 MOD 11-2)",
    pattern: /^\d{17}[0-9X]$/,
    valid: isMod11Radix2,
    birth: fullYear(6),
  },
  CZE: {
    name: "Rodné číslo",
    source: "Zákon č. 133/2000 Sb., o evidenci obyvatel, § 13; https://www.novyepis.cz/pravni-predpisy/50407",
    pattern: /^\d{10}$/,
    valid: isCzechoslovak,
    birth: yearFirst(0, { month: [50, 20, 70] }),
  },
  ECU: {
    name: "Cédula de identidad",
    source:
      "Ley Orgánica de Gestión de la Identidad y Datos Civiles, R. O. 684 (2016); módulo 10: https://normadata.io/en/glossary/ci-ecuador",
    pattern: /^(?:[01]\d|2[0-4]|30)[0-6]\d{7}$/,
    valid: isLuhn,
  },
  ESP: {
    name: "DNI, NIE",
    source:
      "Real Decreto 1553/2005; https://www.oecd.org/tax/automatic-exchange/crs-implementation-and-assistance/tax-identification-numbers/SPAIN-TIN.pdf: the number modulo 23, X, Y, Z standing for 0, 1, 2",
    pattern: /^[0-9XYZ]\d{7}[A-Z]$/,
    valid(number) {
      const numeric = Number(number.slice(0, 8).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter))));
      return SPANISH_LETTERS[numeric % 23] === number[8];
    },
  },
  EST: {
    name: "Isikukood",
    source: "EVS 585:2007; Isikukoodi moodustamise kord, https://www.riigiteataja.ee/akt/106032012004",
    pattern: /^[1-6]\d{10}$/,
    valid: isBaltic,
    birth: afterCentury(BALTIC),
  },
  FIN: {
    name: "Henkilötunnus",
    source:
      "Valtioneuvoston asetus väestötietojärjestelmästä 128/2010, § 2–3; signs since 2023: https://dvv.fi/hetu-uudistus",
    pattern: /^\d{6}[A-FU-Y]?\d{3}[0-9A-Y]$/,
    valid: (number) => {
      const digits = number.slice(0, 6) + number.slice(-4, -1);
      return FINNISH_SIGNS[Number(digits) % 31] === number.at(-1);
    },
    birth: dayFirst(),
  },
  HRV: {
    name: "OIB",
    source:
      "Pravilnik o osobnom identifikacijskom broju, NN 1/2009, čl. 3 (ISO 7064 MOD 11,10); https://narodne-novine.nn.hr/clanci/sluzbeni/2009_01_1_6.html",
    pattern: /^\d{11}$/,
    valid: isMod11And10,
  },
  IND: {
    name: "Aadhaar",
    source:
      "UIDAI, A UID Numbering Scheme (2010), Verhoeff; https://web.archive.org/web/20140611025606/http://uidai.gov.in/UID_PDF/Working_Papers/A_UID_Numbering_Scheme.pdf",
    pattern: /^[2-9]\d{11}$/,
    valid: isVerhoeff,
  },
  ITA: {
    name: "Codice fiscale",
    source:
      "Decreto ministeriale 23 dicembre 1976, n. 13813; http://www.asinformatica.net/codice-fiscale-calcolo.html",
    pattern: /^[A-Z]{6}[0-9L-NP-V]{2}[ABCDEHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/,
    valid(number) {
      const sum = Array.from(number.slice(0, 15)).reduce((total, sign, i) => {
        const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65;
        return total + (i % 2 === 0 ? ITALIAN_ODD[value]! : value);
      }, 0);
      return String.fromCharCode(65 + (sum % 26)) === number[15];
    },
    birth(number) {
      const digits = number
        .slice(6, 11)
        .replace(/[L-NP-V]/g, (sign, at) => (at === 2 ? sign : String(OMOCODIA.indexOf(sign))));
      const month = String(ITALIAN_MONTHS.indexOf(digits[2]!) + 1);
      return toDate(digits.slice(0, 2), month, digits.slice(3), { day: [40] });
    },
  },
  LTU: {
    name: "Asmens kodas",
    source:
      "Gyventojų registro įstatymas I-2237, 8 straipsnis; https://e-seimas.lrs.lt/rs/actualedition/TAIS.2507/",
    pattern: /^[1-6]\d{10}$/,
    valid: isBaltic,
    birth: afterCentury(BALTIC),
  },
  MEX: {
    name: "CURP",
    source:
      "Instructivo normativo para la asignación de la Clave Única de Registro de Población (2006); https://www.gob.mx/curp/",
    pattern: /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/,
    valid(number) {
      const weights = Array.from({ length: 17 }, (_, i) => 18 - i);
      const sum = weights.reduce((total, weight, i) => total + weight * MEXICAN_SIGNS.indexOf(number[i]!), 0);
      return (10 - (sum % 10)) % 10 === Number(number[17]);
    },
    birth: yearFirst(4),
  },
  NLD: {
    name: "Burgerservicenummer",
    source:
      "Wet algemene bepalingen burgerservicenummer; elfproef: https://nl.wikipedia.org/wiki/Burgerservicenummer",
    pattern: /^\d{9}$/,
    valid: (number) => weighted(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  NOR: {
    name: "Fødselsnummer, D-nummer",
    source:
      "Folkeregisterforskriften § 2-2-1; control digits: http://www.fnrinfo.no/Teknisk/KontrollsifferBeregning.aspx",
    pattern: /^\d{11}$/,
    valid: (number) =>
      weighted(number, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
      weighted(number, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    birth: dayFirst({ day: [40] }),
  },
  POL: {
    name: "PESEL",
    source:
      "Ustawa z dnia 24 września 2010 r. o ewidencji ludności, art. 15; https://www.lexlege.pl/ustawa-o-ewidencji-ludnosci/rozdzial-3-zasady-i-tryb-nadawania-numeru-pesel/12139/",
    pattern: /^\d{11}$/,
    valid: (number) => weighted(number, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
    birth: yearFirst(0, { month: [20, 40, 60, 80] }),
  },
  PRT: {
    name: "Número do cartão de cidadão",
    source:
      "Validação de Número de Documento do Cartão de Cidadão; https://www.autenticacao.gov.pt/documents/20126/115760/Validação+de+Número+de+Documento+do+Cartão+de+Cidadão.pdf",
    pattern: /^\d{9}[0-9A-Z]{2}\d$/,
    valid: (number) =>
      Array.from(number).reduce((total, sign, i) => {
        const value = Number.parseInt(sign, 36) * (i % 2 === 0 ? 2 : 1);
        return total + (i % 2 === 0 && value > 9 ? value - 9 : value);
      }, 0) %
        10 ===
      0,
  },
  ROU: {
    name: "CNP",
    source:
      "Ordonanța de urgență a Guvernului nr. 97/2005, art. 6; weights 279146358279: https://www.scientia.ro/stiinta-la-minut/cultura-economie/459-cnp-codul-numeric-personal.html",
    pattern: /^[1-9]\d{12}$/,
    valid: (number) => {
      const rest = weighted(number, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
      return (rest === 10 ? 1 : rest) === Number(number[12]);
    },
    birth: (number) => yearFirst(1)(number),
  },
  SVK: {
    name: "Rodné číslo",
    source:
      "Zákon č. 301/1995 Z. z. o rodnom čísle, § 2; https://www.slov-lex.sk/pravne-predpisy/SK/ZZ/1995/301/",
    pattern: /^\d{10}$/,
    valid: isCzechoslovak,
    birth: yearFirst(0, { month: [50] }),
  },
  SWE: {
    name: "Personnummer, samordningsnummer",
    source:
      "Folkbokföringslag (1991:481), 18 och 18 a §§; SKV 704, 707; https://www4.skatteverket.se/rattsligvagledning/edition/2021.18/330242.html",
    pattern: /^(?:\d{2})?\d{10}$/,
    valid: (number) => isLuhn(number.slice(-10)),
    birth: (number) => yearFirst(0, { day: [60], unknown: true })(number.slice(-10)),
  },
  THA: {
    name: "เลขประจำตัวประชาชน",
    source:
      "พระราชบัญญัติการทะเบียนราษฎร พ.ศ. 2534 มาตรา 16; Department of Provincial Administration, 13-digit identification number",
    pattern: /^[1-8]\d{12}$/,
    valid(number) {
      const weights = Array.from({ length: 12 }, (_, i) => 13 - i);
      return (11 - (weighted(number, weights) % 11)) % 10 === Number(number[12]);
    },
  },
  TUR: {
    name: "T.C. kimlik numarası",
    source: "5490 sayılı Nüfus Hizmetleri Kanunu; https://tckimlik.nvi.gov.tr",
    pattern: /^[1-9]\d{10}$/,
    valid(number) {
      const tenth = weighted(number, [7, 9, 7, 9, 7, 9, 7, 9, 7]) % 10;
      const eleventh = weighted(number, Array(10).fill(1)) % 10;
      return Number(number[9]) === tenth && Number(number[10]) === eleventh;
    },
  },
  TWN: {
    name: "國民身分證統一編號",
    source:
      "戶籍法, 國民身分證統一編號; the letter as two digits, weights 1 9 8 … 1 1: https://magiclen.org/tw-id-num",
    pattern: /^[A-Z][1289]\d{8}$/,
    valid(number) {
      const region = "ABCDEFGHJKLMNPQRSTUVXYWZIO".indexOf(number[0]!) + 10;
      return weighted(`${region}${number.slice(1)}`, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
    },
  },
  ZAF: {
    name: "Identity number",
    source:
      "Identification Act 68 of 1997, s. 7; https://en.wikisource.org/wiki/Identification_Act,_1997; Luhn",
    pattern: /^\d{10}[012]\d{2}$/,
    valid: isLuhn,
    birth: yearFirst(0),
  },
};

/** Weights 1 to 9 and 1; at remainder ten, weights 3 to 9 and 1 to 3; at remainder ten again, digit 0. */
function isBaltic(number: string): boolean {
  const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const second = weighted(number, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return (first < 10 ? first : second % 10) === Number(number[10]);
}

/** Divisible by eleven; until 1985 a remainder of ten before the last digit was written as 0. */
function isCzechoslovak(number: string): boolean {
  return Number(number) % 11 === 0 || (Number(number.slice(0, 9)) % 11 === 10 && number[9] === "0");
}
