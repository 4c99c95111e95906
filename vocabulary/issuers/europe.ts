import {
  euCard,
  euCardBy,
  euLicence,
  euLicenceBy,
  euPermit,
  issuer,
  numbers,
  passport,
  printed,
  stdnum,
  td1Card,
} from "./record.ts";

/** European states outside the Union: the EEA, Switzerland, the United Kingdom, Türkiye, Ukraine. */
export const EUROPE = [
  issuer("ISL", "is en", "ÍSLAND ICELAND", [
    passport(numbers("A#######")),
    euCard("NAFNSKÍRTEINI", null),
    euLicence("ÖKUSKÍRTEINI", null),
    euPermit(),
  ]),
  issuer("LIE", "de en", "FÜRSTENTUM LIECHTENSTEIN", [
    passport(numbers("@#####")),
    euCard("IDENTITÄTSKARTE", null),
    euLicence("FÜHRERAUSWEIS", null),
    euPermit(),
  ]),
  issuer("NOR", "nb en", "KONGERIKET NORGE, KINGDOM OF NORWAY", [
    passport(null),
    euCard("NASJONALT ID-KORT", null, {
      personalNumber: numbers("###########", "published"),
      source: euCardBy(stdnum("no.fodselsnummer")),
    }),
    euLicence("FØRERKORT", null),
    euPermit(),
  ]),
  issuer(
    "CHE",
    "de fr it en",
    "SCHWEIZERISCHE EIDGENOSSENSCHAFT, CONFÉDÉRATION SUISSE, CONFEDERAZIONE SVIZZERA",
    [
      passport(numbers("@#######")),
      td1Card("cid", "IDENTITÄTSKARTE, CARTE D'IDENTITÉ, CARTA D'IDENTITÀ", {
        front: printed(`
        last_name
        first_name
        sex
        date_of_birth
        date_of_expiry`),
        source: "ICAO Doc 9303-5; Ausweisverordnung, SR 143.11 (not opened)",
      }),
      euLicence("FÜHRERAUSWEIS, PERMIS DE CONDUIRE, LICENZA DI CONDURRE", numbers("############"), {
        labels: "not confirmed",
        source: "ISO/IEC 18013-1; Verkehrszulassungsverordnung, SR 741.51 (not opened)",
      }),
      euPermit(),
    ],
  ),
  issuer("GBR", "en", "UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND", [
    passport(numbers("#########")),
    // Five of the surname or 9, decade, month (+50: female), day, year, two initials or 9, three characters.
    euLicence("DRIVING LICENCE", numbers("******#####***** ########"), {
      front: printed(`
        last_name
        first_name
        birth
        date_of_issue
        date_of_expiry
        document_number
        address`),
      source: euLicenceBy("https://papertotravel.com/MP-143 (driver number)"),
    }),
  ]),
  issuer("TUR", "tr en", "TÜRKİYE CUMHURİYETİ, REPUBLIC OF TÜRKİYE, REPUBLIC OF TURKEY", [
    passport(numbers("@########")),
    td1Card("cid", "TÜRKİYE CUMHURİYETİ KİMLİK KARTI", {
      front: printed(`
        personal_number: T.C. Kimlik No / TR Identity No
        last_name: Soyadı / Surname
        first_name: Adı / Given Name(s)
        date_of_birth: Doğum Tarihi / Date of Birth
        sex: Cinsiyeti / Gender
        document_number: Seri No / Document No
        nationality: Uyruğu / Nationality
        date_of_expiry: Son Geçerlilik / Valid Until`),
      back: printed(`
        other: Anne Adı / Mother's Name
        other: Baba Adı / Father's Name
        other: Veren Makam / Issued By`),
      documentNumber: numbers("@##@#####"),
      personalNumber: numbers("###########", "published"),
      labels: "transcribed",
      source: `https://en.wikipedia.org/wiki/Turkish_identity_card; ${stdnum("tr.tckimlik")}`,
    }),
    euLicence("SÜRÜCÜ BELGESİ", null, {
      front: printed(`
        last_name
        first_name
        birth
        date_of_issue
        date_of_expiry
        personal_number
        document_number`),
      personalNumber: numbers("###########", "published"),
      labels: "transcribed",
      source: `ISO/IEC 18013-1; ${stdnum("tr.tckimlik")}`,
    }),
  ]),
  issuer("UKR", "uk en", "УКРАЇНА UKRAINE, УКРАЇНА, UKRAINE", [
    passport(numbers("@@######")),
    td1Card("cid", "ПАСПОРТ ГРОМАДЯНИНА УКРАЇНИ", {
      front: printed(`
        last_name: Прізвище / Surname
        first_name: Ім'я / Name
        sex: Стать / Sex
        nationality: Громадянство / Nationality
        date_of_birth: Дата народження / Date of birth
        date_of_expiry: Дійсний до / Date of expiry
        other: Запис № / Record No.
        document_number: Документ № / Document No.`),
      documentNumber: numbers("#########"),
      source:
        "Постанова Кабінету Міністрів України від 25.03.2015 № 302 (https://docs.dtkt.ua/doc/1215.337.0), without its images",
    }),
    euLicence("ПОСВІДЧЕННЯ ВОДІЯ", null, {
      front: printed(`
        last_name
        first_name
        birth
        date_of_issue
        date_of_expiry
        personal_number
        document_number`),
      source:
        "Convention on Road Traffic (1968), annex 6; https://github.com/diia-open-source/be-documents-service (numbers of the fields)",
    }),
  ]),
];
