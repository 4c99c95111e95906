import {
  euCard,
  euCardBy,
  euLicence,
  euPermit,
  issuer,
  numbers,
  passport,
  printed,
  stdnum,
} from "./record.ts";

/** Member states of the European Union, Ireland to Sweden. */
export const EUROPEAN_UNION_I_S = [
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
        other: Statura / Height
        nationality: Cittadinanza / Nationality
        date_of_issue: Emissione / Issuing
        date_of_expiry: Scadenza / Expiry`),
      back: printed(`
        other: Cognome e nome dei genitori o di chi ne fa le veci / Parents' or tutors' name
        personal_number: Codice fiscale / Fiscal code
        address: Indirizzo di residenza / Residence`),
      personalNumber: numbers("@@@@@@**@**@***@", "published"),
      labels: "transcribed",
      source: euCardBy(
        "https://www.cartaidentita.interno.gov.it/categoria-vuota/caratteristiche-del-documento/",
        stdnum("it.codicefiscale"),
      ),
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
    euCard("ASMENS TAPATYBĖS KORTELĖ", null, {
      personalNumber: numbers("###########", "published"),
      source: euCardBy(stdnum("lt.asmens")),
    }),
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
      languages: ["nl", "en"],
      front: printed(`
        document_number: Documentnummer / Document no.
        last_name: Naam / Surname
        first_name: Voornamen / Given names
        sex
        nationality
        date_of_birth
        date_of_expiry`),
      back: printed("personal_number: BSN"),
      labels: "transcribed",
      source: euCardBy(
        "https://www.rvig.nl/reisdocumenten/register-paspoortsignaleringen/reisdocumentsoort-categorie-12-persoonslijst",
        stdnum("nl.identiteitskaartnummer"),
        stdnum("nl.bsn"),
      ),
    }),
    euLicence("RIJBEWIJS", null),
    euPermit(),
  ]),
  issuer("POL", "pl en", "RZECZPOSPOLITA POLSKA, REPUBLIC OF POLAND", [
    passport(numbers("@@#######")),
    euCard("DOWÓD OSOBISTY", numbers("@@@######", "published"), {
      front: printed(`
        last_name: Nazwisko / Surname
        first_name: Imiona / Given names
        nationality: Obywatelstwo / Nationality
        date_of_birth: Data urodzenia / Date of birth
        document_number: Seria i numer dokumentu / Document number
        sex: Płeć / Sex
        date_of_expiry: Termin ważności / Expiry date`),
      back: printed(`
        personal_number: Numer PESEL / Personal number
        place_of_birth: Miejsce urodzenia / Place of birth
        other: Nazwisko rodowe / Family name
        other: Imiona rodziców / Parents' given names
        other: Organ wydający / Issuing authority
        date_of_issue: Data wydania / Date of issue`),
      personalNumber: numbers("###########", "published"),
      labels: "transcribed",
      source: euCardBy("https://en.wikipedia.org/wiki/Polish_identity_card", stdnum("pl.pesel")),
    }),
    euLicence("PRAWO JAZDY", numbers("########### ##############")),
    euPermit(),
  ]),
  issuer("PRT", "pt en", "REPÚBLICA PORTUGUESA", [
    passport(numbers("@######")),
    euCard("CARTÃO DE CIDADÃO", numbers("#########**#", "published"), {
      isNationalNumber: true,
      front: printed(`
        last_name: Apelido(s) / Surname
        first_name: Nome(s) / Given name(s)
        sex
        nationality
        date_of_birth
        date_of_expiry
        document_number`),
      labels: "transcribed",
      source: euCardBy(stdnum("pt.cc")),
    }),
    euLicence("CARTA DE CONDUÇÃO", null),
    euPermit(),
  ]),
  issuer("ROU", "ro fr en", "ROMÂNIA ROUMANIE ROMANIA", [
    passport(numbers("######## #########")),
    euCard("CARTE DE IDENTITATE", null, {
      languages: ["ro", "en"],
      front: printed(`
        last_name: Nume / Surname
        first_name: Prenume / Given names
        sex
        nationality
        date_of_birth
        personal_number: CNP / PIN
        document_number
        date_of_expiry`),
      back: printed("date_of_issue"),
      personalNumber: numbers("#############", "published"),
      labels: "transcribed",
      source: euCardBy(
        "Hotărârea Guvernului 295/2021, anexa 5 (https://www.zalausj.ro/portal/zalau/portal.nsf/AllByUNID/forma-si-continutul-cartii-electronice-de-identitate-0001729a)",
        stdnum("ro.cnp"),
      ),
    }),
    euLicence("PERMIS DE CONDUCERE", numbers("*########")),
    euPermit(),
  ]),
  issuer("SVK", "sk en", "SLOVENSKÁ REPUBLIKA, SLOVAK REPUBLIC", [
    passport(numbers("*#######")),
    euCard("OBČIANSKY PREUKAZ", null, {
      front: printed(`
        last_name: Priezvisko / Surname
        first_name: Meno / Given names
        sex
        nationality
        date_of_birth
        date_of_expiry
        document_number`),
      personalNumber: numbers("######### ##########", "published"),
      labels: "transcribed",
      source: euCardBy(stdnum("sk.rc")),
    }),
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
      front: printed(`
        last_name
        first_name
        sex
        nationality
        date_of_birth
        document_number: NUM SOPORT
        date_of_expiry
        personal_number: DNI`),
      personalNumber: numbers("########@ @#######@", "published"),
      labels: "transcribed",
      source: euCardBy(
        "https://www.consilium.europa.eu/prado/en/ESP-BO-03001/index.html",
        stdnum("es.dni"),
        stdnum("es.nie"),
      ),
    }),
    euLicence("PERMISO DE CONDUCCIÓN", numbers("########@ @#######@")),
    euPermit(),
  ]),
  issuer("SWE", "sv en", "KONUNGARIKET SVERIGE, KINGDOM OF SWEDEN", [
    passport(numbers("########")),
    euCard("NATIONELLT IDENTITETSKORT", null, {
      personalNumber: numbers("########## ############", "published"),
      source: euCardBy(
        "https://www.consilium.europa.eu/prado/EN/SWE-BO-03002/index.html",
        stdnum("se.personnummer"),
      ),
    }),
    euLicence("KÖRKORT", null),
    euPermit(),
  ]),
];
