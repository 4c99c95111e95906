import { aamva, euLicence, issuer, numbers, ownCard, passport, printed, stdnum, td1Card } from "./record.ts";

/** Canada, Mexico, the United States, Brazil, Chile and Ecuador. */
export const AMERICAS = [
  issuer(
    "USA",
    "en",
    "UNITED STATES OF AMERICA, UNITED STATES, USA",
    [
      passport(numbers("######### @########")),
      aamva("driving_license", "DRIVER LICENSE, DRIVER'S LICENSE, DRIVERS LICENSE, OPERATOR LICENSE"),
      aamva("cid", "IDENTIFICATION CARD, IDENTITY CARD"),
      td1Card("residence_permit", "PERMANENT RESIDENT", {
        front: printed(`
          last_name: Surname
          first_name: Given Name
          personal_number: USCIS#
          other: Category
          place_of_birth: Country of Birth
          date_of_birth: Date of Birth
          sex: Sex
          date_of_expiry: Card Expires
          other: Resident Since`),
        personalNumber: numbers("#########"),
        labels: "transcribed",
        source:
          "ICAO Doc 9303-5; https://e-verify.uscis.gov/esp/help/EvHelpPermResCardNumber.htm; https://success.mitratech.com/Tracker_I-9/Tracker_FAQ's/Form_I-9/Permanent_Resident_Card",
      }),
    ],
    "month first",
  ),
  issuer("CAN", "en fr", "CANADA", [
    passport(numbers("@@###### @######@@")),
    aamva("driving_license", "DRIVER'S LICENCE, DRIVER LICENCE, PERMIS DE CONDUIRE"),
    aamva("cid", "IDENTIFICATION CARD"),
    td1Card("residence_permit", "PERMANENT RESIDENT CARD, CARTE DE RÉSIDENT PERMANENT", {
      source: "ICAO Doc 9303-5",
    }),
  ]),
  issuer("MEX", "es", "MÉXICO, ESTADOS UNIDOS MEXICANOS", [
    passport(numbers("########## ###########")),
    td1Card("voter_id", "CREDENCIAL PARA VOTAR, INSTITUTO NACIONAL ELECTORAL", {
      front: printed(`
        full_name: NOMBRE
        sex: SEXO
        address: DOMICILIO
        document_number: CLAVE DE ELECTOR
        personal_number: CURP
        other: AÑO DE REGISTRO
        date_of_birth: FECHA DE NACIMIENTO
        other: SECCIÓN
        other: VIGENCIA`),
      documentNumber: numbers("@@@@@@########@###", "published"),
      personalNumber: numbers("@@@@######@@@@@@*#", "published"),
      labels: "transcribed",
      source: `https://formato7.com/2022/05/24/como-leer-tu-ine-codigo-qr-y-otros-elementos-que-la-integran; https://learn.sayari.com/mexico-voter-id-number-clave-de-elector; ${stdnum("mx.curp")}`,
    }),
    ownCard("driving_license", "LICENCIA PARA CONDUCIR, LICENCIA DE CONDUCIR", {
      source: "Each state of the federation designs its own",
    }),
  ]),
  issuer("BRA", "pt en", "REPÚBLICA FEDERATIVA DO BRASIL", [
    passport(numbers("@@######")),
    td1Card("cid", "CARTEIRA DE IDENTIDADE", {
      front: printed(`
        full_name: Nome / Name
        other: Nome Social / Social Name
        personal_number: Registro Geral - CPF / Personal Number
        sex: Sexo / Sex
        date_of_birth: Data de Nascimento / Date of Birth
        nationality: Nacionalidade / Nationality
        place_of_birth: Naturalidade / Place of Birth
        date_of_expiry: Data de Validade / Date of Expiry`),
      back: printed(`
        other: Filiação / Filiation
        other: Órgão Expedidor / Card Issuer
        other: Local / Place of Issue
        date_of_issue: Emissão / Date of Issue`),
      personalNumber: numbers("###########", "published"),
      labels: "transcribed",
      source: `Resolução nº 9/2022 da CEFIC, as reported by https://hora1news.com/publicada-regras-para-preenchimento-da-carteira-de-identidade-nacional; ${stdnum("br.cpf")}`,
    }),
    euLicence("CARTEIRA NACIONAL DE HABILITAÇÃO", numbers("###########", "published"), {
      sides: null,
      front: printed(`
        full_name: 2 e 1 NOME E SOBRENOME
        birth: 3 DATA, LOCAL E UF DE NASCIMENTO
        date_of_issue: 4a DATA EMISSÃO
        date_of_expiry: 4b VALIDADE
        personal_number: 4d CPF
        document_number: 5 Nº REGISTRO
        nationality: NACIONALIDADE`),
      personalNumber: numbers("###########", "published"),
      source: "Resolução CONTRAN nº 886/2021",
    }),
  ]),
  issuer("CHL", "es", "REPÚBLICA DE CHILE", [
    ownCard("cid", "CÉDULA DE IDENTIDAD", {
      personalNumber: numbers("#######* ########*", "published"),
      source: stdnum("cl.rut"),
    }),
  ]),
  issuer("ECU", "es", "REPÚBLICA DEL ECUADOR", [
    ownCard("cid", "CÉDULA DE IDENTIDAD, CÉDULA DE CIUDADANÍA", {
      documentNumber: numbers("##########", "published"),
      isNationalNumber: true,
      source: stdnum("ec.ci"),
    }),
  ]),
];
