import { issuer, numbers, ownCard, passport, printed, stdnum, td1Card } from "./record.ts";

/** Nigeria and South Africa. */
export const AFRICA = [
  issuer("NGA", "en", "FEDERAL REPUBLIC OF NIGERIA, NIGERIA", [
    passport(numbers("@########")),
    td1Card("cid", "NATIONAL IDENTITY CARD", {
      front: printed(`
        last_name: Surname
        first_name: Given Names
        date_of_birth: Date of Birth
        nationality: Nationality
        sex: Sex
        other: Height
        date_of_issue: Issue Date
        date_of_expiry: Expiry Date
        document_number: Document Number`),
      personalNumber: numbers("###########", "published"),
      source: "https://www.refworld.org/docid/56499d642.html; https://nimc.gov.ng/the-e-id-card_old/",
    }),
    ownCard("voter_id", "INDEPENDENT NATIONAL ELECTORAL COMMISSION, VOTER'S CARD", {
      source: "Electoral Act 2022, section 16 (not opened)",
    }),
    ownCard("driving_license", "NATIONAL DRIVER'S LICENCE", {
      source: "Federal Road Safety Commission (Establishment) Act 2007 (not opened)",
    }),
  ]),
  issuer("ZAF", "en", "REPUBLIC OF SOUTH AFRICA", [
    passport(numbers("@########")),
    ownCard("cid", "NATIONAL IDENTITY CARD", {
      sides: 2,
      front: printed(`
        last_name: Surname
        first_name: Names
        sex: Sex
        nationality: Nationality
        personal_number: Identity Number
        date_of_birth: Date of Birth
        place_of_birth: Country of Birth
        other: Status`),
      back: printed("date_of_issue: Date of Issue"),
      documentNumber: numbers("#############", "published"),
      personalNumber: numbers("#############", "published"),
      isNationalNumber: true,
      labels: "published",
      source: `https://en.wikipedia.org/wiki/South_African_identity_card; ${stdnum("za.idnr")}`,
    }),
    ownCard("driving_license", "DRIVING LICENCE, CARTA DE CONDUÇÃO", {
      source: "National Road Traffic Regulations 2000, schedule 2 (not opened)",
    }),
  ]),
];
