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
} from "./record.ts";

/** No vowels, and no letters that look like digits. The first sign is a letter. */
const GERMAN_LETTERS = "CFGHJKLMNPRTVWXYZ";

/** A reading of the specimens in the Council's register PRADO. */
const HUNGARIAN_LABELS =
  "https://github.com/akosgintl/document-intelligence/blob/main/docs/research/hungarian-document-printed-labels.md";

/** Member states of the European Union, Austria to Hungary. */
export const EUROPEAN_UNION_A_H = [
  issuer("AUT", "de en", "REPUBLIK ÖSTERREICH, REPUBLIC OF AUSTRIA", [
    passport(numbers("@#######")),
    euCard("PERSONALAUSWEIS", null),
    euLicence("FÜHRERSCHEIN", numbers("########")),
    euPermit(),
  ]),
  issuer("BEL", "nl fr de en", "KONINKRIJK BELGIË, ROYAUME DE BELGIQUE, BELGIË BELGIQUE BELGIEN BELGIUM", [
    passport(numbers("@@######")),
    euCard("IDENTITEITSKAART, CARTE D'IDENTITÉ", numbers("############", "published"), {
      personalNumber: numbers("###########", "published"),
      source: euCardBy(stdnum("be.eid"), stdnum("be.nn")),
    }),
    euLicence("RIJBEWIJS, PERMIS DE CONDUIRE", numbers("##########")),
    euPermit(),
  ]),
  issuer("BGR", "bg en", "РЕПУБЛИКА БЪЛГАРИЯ, REPUBLIC OF BULGARIA", [
    passport(numbers("#########")),
    euCard("ЛИЧНА КАРТА", null, {
      personalNumber: numbers("##########", "published"),
      source: euCardBy(stdnum("bg.egn")),
    }),
    euLicence("СВИДЕТЕЛСТВО ЗА УПРАВЛЕНИЕ НА МПС", numbers("#########")),
    euPermit(),
  ]),
  issuer("HRV", "hr en", "REPUBLIKA HRVATSKA, REPUBLIC OF CROATIA", [
    passport(numbers("#########")),
    euCard("OSOBNA ISKAZNICA", null, {
      personalNumber: numbers("###########", "published"),
      source: euCardBy(stdnum("hr.oib")),
    }),
    euLicence("VOZAČKA DOZVOLA", numbers("########")),
    euPermit(),
  ]),
  issuer("CYP", "el tr en", "ΚΥΠΡΙΑΚΗ ΔΗΜΟΚΡΑΤΙΑ, REPUBLIC OF CYPRUS", [
    passport(numbers("@###### @########")),
    euCard("ΔΕΛΤΙΟ ΤΑΥΤΟΤΗΤΑΣ", null),
    euLicence("ΑΔΕΙΑ ΟΔΗΓΗΣΗΣ", null),
    euPermit(),
  ]),
  issuer("CZE", "cs en", "ČESKÁ REPUBLIKA, CZECH REPUBLIC", [
    passport(numbers("########")),
    euCard("OBČANSKÝ PRŮKAZ", numbers("#########"), {
      front: printed(`
        document_number: Číslo dokladu / Document No.
        last_name: Příjmení / Surname
        first_name: Jméno / Given names
        date_of_birth: Datum narození / Date of birth
        sex: Pohlaví / Sex
        place_of_birth: Místo narození / Place of birth
        nationality: Státní občanství / Nationality
        date_of_issue: Datum vydání / Date of issue
        date_of_expiry: Platnost do / Date of expiry`),
      back: printed(`
        address: Trvalý pobyt / Permanent stay
        personal_number: Rodné číslo / Personal No.
        other: Vydal / Authority`),
      personalNumber: numbers("######### ##########", "published"),
      labels: "transcribed",
      source: euCardBy(stdnum("cz.rc")),
    }),
    euLicence("ŘIDIČSKÝ PRŮKAZ", numbers("E@######"), {
      front: printed(`
        last_name
        first_name
        birth
        date_of_issue
        date_of_expiry
        document_number
        address`),
      source: euLicenceBy(
        "https://road-safety.transport.ec.europa.eu/road-safety-member-states/driving-licence-member-states/driving-licence-models/czechia-cz1_en",
      ),
    }),
    euPermit(),
  ]),
  issuer("DNK", "da en", "KONGERIGET DANMARK, KINGDOM OF DENMARK", [
    passport(numbers("#########")),
    euCard("", null),
    euLicence("KØREKORT", numbers("########")),
    euPermit(),
  ]),
  issuer("EST", "et en", "EESTI VABARIIK, REPUBLIC OF ESTONIA", [
    passport(numbers("@####### @@#######")),
    euCard("ISIKUTUNNISTUS", null, {
      personalNumber: numbers("###########", "published"),
      source: euCardBy(stdnum("ee.ik")),
    }),
    euLicence("JUHILUBA", numbers("ET######")),
    euPermit(),
  ]),
  issuer("FIN", "fi sv en", "SUOMI FINLAND", [
    passport(numbers("@@#######")),
    euCard("HENKILÖKORTTI, IDENTITETSKORT", null, {
      personalNumber: numbers("######@###* #########*"),
      source: euCardBy(stdnum("fi.hetu")),
    }),
    euLicence("AJOKORTTI, KÖRKORT", numbers("#########*")),
    euPermit(),
  ]),
  issuer("FRA", "fr en", "RÉPUBLIQUE FRANÇAISE", [
    passport(numbers("##@@#####")),
    euCard("CARTE NATIONALE D'IDENTITÉ", null, {
      front: printed(`
        last_name: NOM / Surname
        first_name: Prénoms / Given names
        sex: SEXE / Sex
        nationality: NATIONALITÉ / Nationality
        date_of_birth: DATE DE NAISS. / Date of birth
        place_of_birth: LIEU DE NAISSANCE / Place of birth
        document_number: N° DU DOCUMENT / Document No
        date_of_expiry: DATE D'EXPIR. / Expiry date`),
      back: printed("address"),
      labels: "transcribed",
      source: euCardBy(
        "https://demarchesadministratives.fr/actualites/nouvelle-carte-d-identite-quel-est-le-calendrier-de-deploiement",
      ),
    }),
    euLicence("PERMIS DE CONDUIRE", numbers("############")),
    euPermit(),
  ]),
  issuer("DEU", "de en fr", "BUNDESREPUBLIK DEUTSCHLAND, FEDERAL REPUBLIC OF GERMANY", [
    passport(numbers("@********", "published", GERMAN_LETTERS), {
      front: printed(`
        document_number
        last_name: Name / Surname / Nom
        first_name
        nationality
        date_of_birth: Geburtstag / Date of birth / Date de naissance
        sex
        place_of_birth
        date_of_issue
        date_of_expiry`),
      labels: "transcribed",
      source: "ICAO Doc 9303-4; https://www.persofoto.de/lexikon/reisepass/reisepassnummer/",
    }),
    euCard("PERSONALAUSWEIS", numbers("@********", "published", GERMAN_LETTERS), {
      front: printed(`
        document_number
        last_name: [a] Name / Surname / Nom
        other: [b] Geburtsname / Name at birth / Nom de naissance
        first_name: Vornamen / Given names / Prénoms
        date_of_birth: Geburtstag / Date of birth / Date de naissance
        nationality: Staatsangehörigkeit / Nationality / Nationalité
        place_of_birth: Geburtsort / Place of birth / Lieu de naissance
        date_of_expiry: Gültig bis / Date of expiry / Date d'expiration`),
      back: printed(`
        date_of_issue: Datum / Date / Date
        address: Anschrift / Address / Adresse`),
      labels: "transcribed",
      source: euCardBy(
        "https://www.consilium.europa.eu/prado/en/DEU-BO-02001/index.html",
        "PAuswG § 5 (2) (https://elchwinkel.de/gesetze/pauswg/5)",
        "https://www.persofoto.de/lexikon/reisepass/reisepassnummer/",
      ),
    }),
    euLicence("FÜHRERSCHEIN", numbers("*##******#*")),
    euPermit(),
  ]),
  issuer("GRC", "el en", "ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ, HELLENIC REPUBLIC", [
    passport(numbers("@@#######")),
    euCard("ΔΕΛΤΙΟ ΤΑΥΤΟΤΗΤΑΣ", null),
    euLicence("ΑΔΕΙΑ ΟΔΗΓΗΣΗΣ", numbers("#########")),
    euPermit(),
  ]),
  issuer("HUN", "hu en", "MAGYARORSZÁG, HUNGARY", [
    passport(numbers("@@###### @@#######"), {
      languages: ["hu", "en", "fr"],
      front: printed(`
        document_number: Útlevélszám / Passport number / Numéro du passeport
        last_name: Családi név / Surname / Nom
        first_name: Utónév(-ek) / Given names / Prénoms
        other: Születési név / Birth name / Nom à la naissance
        nationality: Állampolgárság / Nationality / Nationalité
        date_of_birth: Születési idő / Date of birth / Date de naissance
        sex: Nem / Sex / Sexe
        place_of_birth: Születési hely / Place of birth / Lieu de naissance
        date_of_issue: Kiállítási dátum / Date of issue / Date de délivrance
        date_of_expiry: Érvényességi idő / Date of expiry / Date d'expiration
        other: Kiállító hatóság / Authority / Autorité`),
      labels: "published",
      source: `ICAO Doc 9303-4; PRADO HUN-AO-03001, as transcribed in ${HUNGARIAN_LABELS}`,
    }),
    euCard("SZEMÉLYAZONOSÍTÓ IGAZOLVÁNY, SZEMÉLYI IGAZOLVÁNY", null, {
      front: printed(`
        full_name: Családi és utónév / Family name and Given name
        sex: Nem / Sex
        nationality: Állampolgárság / Nationality
        date_of_birth: Születési idő / Date of birth
        date_of_expiry: Érvényességi idő / Date of expiry
        document_number: Okmányazonosító / Doc. No.`),
      back: printed(`
        place_of_birth: Születési hely / Place of birth
        other: Születési családi és utónév / Family name and Given name at birth
        other: Anyja születési neve / Mother's maiden name
        other: Kiállító hatóság / Issuing authority`),
      labels: "published",
      source: euCardBy(`PRADO HUN-BO-06001, as transcribed in ${HUNGARIAN_LABELS}`),
    }),
    euLicence("VEZETŐI ENGEDÉLY", numbers("@@######")),
    euPermit(),
  ]),
];
