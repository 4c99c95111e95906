import { euCard, euLicence, euPermit, issuer, numbers, passport, printed } from "./record.ts";

/** BSI and PassV, annex 11: no vowels and no letters that look like digits. */
const GERMAN_LETTERS = "CFGHJKLMNPRTVWXYZ";

/** The 27 member states of the European Union. */
export const EUROPEAN_UNION = [
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
      source:
        "Regulation (EU) 2025/1208; https://www.ibz.rrn.fgov.be/nl/identiteitsdocumenten/eid/ (number: modulo 97)",
    }),
    euLicence("RIJBEWIJS, PERMIS DE CONDUIRE", numbers("##########")),
    euPermit(),
  ]),
  issuer("BGR", "bg en", "РЕПУБЛИКА БЪЛГАРИЯ, REPUBLIC OF BULGARIA", [
    passport(numbers("#########")),
    euCard("ЛИЧНА КАРТА", null, { personalNumber: numbers("##########", "published") }),
    euLicence("СВИДЕТЕЛСТВО ЗА УПРАВЛЕНИЕ НА МПС", numbers("#########")),
    euPermit(),
  ]),
  issuer("HRV", "hr en", "REPUBLIKA HRVATSKA, REPUBLIC OF CROATIA", [
    passport(numbers("#########")),
    euCard("OSOBNA ISKAZNICA", null, { personalNumber: numbers("###########", "published") }),
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
    euCard("OBČANSKÝ PRŮKAZ", null, { personalNumber: numbers("######### ##########", "published") }),
    euLicence("ŘIDIČSKÝ PRŮKAZ", numbers("E@######"), {
      front: printed(`
        last_name
        first_name
        birth
        date_of_issue
        date_of_expiry
        document_number
        address`),
      source:
        "Directive 2006/126/EC, annex I; https://road-safety.transport.ec.europa.eu/road-safety-member-states/driving-licence-member-states/driving-licence-models/czechia-cz1_en",
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
    euCard("ISIKUTUNNISTUS", null, { personalNumber: numbers("###########", "published") }),
    euLicence("JUHILUBA", numbers("ET######")),
    euPermit(),
  ]),
  issuer("FIN", "fi sv en", "SUOMI FINLAND", [
    passport(numbers("@@#######")),
    euCard("HENKILÖKORTTI, IDENTITETSKORT", null, { personalNumber: numbers("######***** ######****") }),
    euLicence("AJOKORTTI, KÖRKORT", numbers("#########*")),
    euPermit(),
  ]),
  issuer("FRA", "fr en", "RÉPUBLIQUE FRANÇAISE", [
    passport(numbers("##@@#####")),
    euCard("CARTE NATIONALE D'IDENTITÉ", null),
    euLicence("PERMIS DE CONDUIRE", numbers("############")),
    euPermit(),
  ]),
  issuer("DEU", "de en fr", "BUNDESREPUBLIK DEUTSCHLAND, FEDERAL REPUBLIC OF GERMANY", [
    passport(numbers("*********", "published", GERMAN_LETTERS), {
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
      source: "ICAO Doc 9303-4; Passverordnung, annex 11",
    }),
    euCard("PERSONALAUSWEIS", numbers("*********", "published", GERMAN_LETTERS), {
      front: printed(`
        document_number
        last_name: Name / Surname / Nom
        first_name: Vornamen / Given names / Prénoms
        date_of_birth: Geburtstag / Date of birth / Date de naissance
        nationality
        place_of_birth: Geburtsort / Place of birth / Lieu de naissance
        date_of_expiry: Gültig bis / Date of expiry / Date d'expiration`),
      back: printed(`
        date_of_issue: Datum / Date / Date
        address: Anschrift / Address / Adresse`),
      source: "Regulation (EU) 2025/1208; Personalausweisverordnung, annexes 1 and 2; PAuswG § 2 (8), § 5",
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
    passport(numbers("@@###### @@#######")),
    euCard("SZEMÉLYAZONOSÍTÓ IGAZOLVÁNY, SZEMÉLYI IGAZOLVÁNY", null),
    euLicence("VEZETŐI ENGEDÉLY", numbers("@@######")),
    euPermit(),
  ]),
  issuer("IRL", "ga en", "ÉIRE IRELAND", [
    passport(numbers("**#######")),
    euCard("", null),
    euLicence("CEADÚNAS TIOMÁNA, DRIVING LICENCE", null),
    euPermit(),
  ]),
  issuer("ITA", "it en", "REPUBBLICA ITALIANA", [
    passport(numbers("**#######")),
    euCard("CARTA DI IDENTITÀ, CARTA D'IDENTITÀ", numbers("C@#####@@", "published"), {
      front: printed(`
        last_name: Cognome / Surname
        first_name: Nome / Name
        birth: Luogo e data di nascita / Place and date of birth
        sex: Sesso / Sex
        nationality: Cittadinanza / Nationality
        date_of_issue: Emissione / Issuing
        date_of_expiry: Scadenza / Expiry`),
      back: printed(`
        personal_number: Codice fiscale / Fiscal code
        address: Indirizzo di residenza / Residence`),
      personalNumber: numbers("@@@@@@**@**@***@", "published"),
      source:
        "Regulation (EU) 2025/1208; https://www.cartaidentita.interno.gov.it/categoria-vuota/caratteristiche-del-documento/",
    }),
    euLicence("PATENTE DI GUIDA", numbers("@@#######@")),
    euPermit(),
  ]),
  issuer("LVA", "lv en", "LATVIJAS REPUBLIKA, REPUBLIC OF LATVIA", [
    passport(numbers("**#######")),
    euCard("PERSONAS APLIECĪBA", null),
    euLicence("VADĪTĀJA APLIECĪBA", numbers("@@@######")),
    euPermit(),
  ]),
  issuer("LTU", "lt en", "LIETUVOS RESPUBLIKA, REPUBLIC OF LITHUANIA", [
    passport(numbers("********")),
    euCard("ASMENS TAPATYBĖS KORTELĖ", null, { personalNumber: numbers("###########", "published") }),
    euLicence("VAIRUOTOJO PAŽYMĖJIMAS", null),
    euPermit(),
  ]),
  issuer("LUX", "fr de en", "GRAND-DUCHÉ DE LUXEMBOURG", [
    passport(numbers("********")),
    euCard("CARTE D'IDENTITÉ", null),
    euLicence("PERMIS DE CONDUIRE", null),
    euPermit(),
  ]),
  issuer("MLT", "mt en", "REPUBBLIKA TA' MALTA, REPUBLIC OF MALTA", [
    passport(numbers("#######")),
    euCard("KARTA TAL-IDENTITÀ", null),
    euLicence("LIĊENZJA TAS-SEWQAN", null),
    euPermit(),
  ]),
  issuer("NLD", "nl en fr", "KONINKRIJK DER NEDERLANDEN, KINGDOM OF THE NETHERLANDS", [
    passport(numbers("N@******#", "published", "ABCDEFGHIJKLMNPQRSTUVWXYZ"), {
      source:
        "ICAO Doc 9303-4; https://www.rvig.nl/reisdocumenten/register-paspoortsignaleringen/reisdocumentsoort-categorie-12-persoonslijst",
    }),
    euCard("IDENTITEITSKAART", numbers("I@******#", "published", "ABCDEFGHIJKLMNPQRSTUVWXYZ"), {
      personalNumber: numbers("#########", "published"),
      back: printed("personal_number: BSN"),
      source:
        "Regulation (EU) 2025/1208; https://www.rvig.nl/reisdocumenten/register-paspoortsignaleringen/reisdocumentsoort-categorie-12-persoonslijst",
    }),
    euLicence("RIJBEWIJS", null),
    euPermit(),
  ]),
  issuer("POL", "pl en", "RZECZPOSPOLITA POLSKA, REPUBLIC OF POLAND", [
    passport(numbers("@@#######")),
    euCard("DOWÓD OSOBISTY", numbers("@@@######", "published"), {
      back: printed(`
        personal_number: Numer PESEL / Personal number
        place_of_birth: Miejsce urodzenia / Place of birth
        date_of_issue: Data wydania / Date of issue`),
      personalNumber: numbers("###########", "published"),
      source:
        "Regulation (EU) 2025/1208; https://en.wikipedia.org/wiki/Polish_identity_card (number: ICAO weights 7 3 1)",
    }),
    euLicence("PRAWO JAZDY", numbers("########### ##############")),
    euPermit(),
  ]),
  issuer("PRT", "pt en", "REPÚBLICA PORTUGUESA", [
    passport(numbers("@######")),
    euCard("CARTÃO DE CIDADÃO", numbers("#########**#", "published"), { isNationalNumber: true }),
    euLicence("CARTA DE CONDUÇÃO", null),
    euPermit(),
  ]),
  issuer("ROU", "ro fr en", "ROMÂNIA ROUMANIE ROMANIA", [
    passport(numbers("######## #########")),
    euCard("CARTE DE IDENTITATE", null, { personalNumber: numbers("#############", "published") }),
    euLicence("PERMIS DE CONDUCERE", numbers("*########")),
    euPermit(),
  ]),
  issuer("SVK", "sk en", "SLOVENSKÁ REPUBLIKA, SLOVAK REPUBLIC", [
    passport(numbers("*#######")),
    euCard("OBČIANSKY PREUKAZ", null, { personalNumber: numbers("######### ##########", "published") }),
    euLicence("VODIČSKÝ PREUKAZ", numbers("*#######")),
    euPermit(),
  ]),
  issuer("SVN", "sl en", "REPUBLIKA SLOVENIJA, REPUBLIC OF SLOVENIA", [
    passport(numbers("P@#######")),
    euCard("OSEBNA IZKAZNICA", null),
    euLicence("VOZNIŠKO DOVOLJENJE", null),
    euPermit(),
  ]),
  issuer("ESP", "es en", "REINO DE ESPAÑA, ESPAÑA", [
    passport(numbers("@@@###### @@######")),
    euCard("DOCUMENTO NACIONAL DE IDENTIDAD", null, {
      personalNumber: numbers("########@ @#######@", "published"),
      source: "Regulation (EU) 2025/1208; Real Decreto 1553/2005",
    }),
    euLicence("PERMISO DE CONDUCCIÓN", numbers("########@ @#######@")),
    euPermit(),
  ]),
  issuer("SWE", "sv en", "KONUNGARIKET SVERIGE, KINGDOM OF SWEDEN", [
    passport(numbers("########")),
    euCard("NATIONELLT IDENTITETSKORT", null, {
      personalNumber: numbers("########## ############", "published"),
    }),
    euLicence("KÖRKORT", null),
    euPermit(),
  ]),
];
