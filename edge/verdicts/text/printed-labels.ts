import type { LabelMeaning } from "../../../vocabulary/issuers/record.ts";

/**
 * Labels on identity documents, by field and language (BCP 47). The first of a language is the usual one,
 * with its accents, which comparisons ignore. The labels of EU languages in Latin script follow the specimens
 * of the Council's register PRADO; Bulgaria, Cyprus and Greece print English or French beside their own.
 * `name` is a part of a name or all of it, depending on the page's other labels; `birth` is a date and a
 * place; `other` is neither a field nor a value.
 */
export const PRINTED_LABELS = {
  full_name: `
    en Full name, Full names, Name and surname, Surname and given names, Complete name | fr Nom complet, Nom et prenoms
    es Nombre completo, Nombre y apellidos, Apellidos y nombres | it Nome e cognome, Cognome e nome
    pt Nome completo, Nome e sobrenome | sv Fullstandigt namn | nb Fullt navn | da Fulde navn | hu Teljes nev
    pl Imie i nazwisko, Nazwisko i imie | cs Jmeno a prijmeni | sk Meno a priezvisko | hr Ime i prezime
    sq Emri dhe mbiemri | ro Nume si prenume | tr Adı soyadi, Ad soyad | id Nama lengkap | ms Nama penuh
    vi Ho va ten, Ho ten, Ho chu dem va ten khai sinh | fil Buong pangalan | sw Jina kamili, Majina kamili`,
  name: `
    en Name | fr Nom | it Nome | es Nombre | nl Naam | sv Namn | nb Navn | fi Nimi | is Nafn | ro Nume | hu Nev
    id Nama | sw Jina | ga Ainm`,
  first_name: `
    en Given names, Given name, First names, First name, Forenames, Forename, Other names | fr Prénoms, Prenom, Prenom S
    de Vornamen, Vorname | es Nombres | it Nomi | pt Nomes próprios, Nome proprio, Nomes | ca Noms
    nl Voornamen, Voornaam | da Fornavne, Fornavn | sv Fornamn | fi Etunimet, Etunimi | is Eiginnafn, Eiginnofn
    et Eesnimed, Eesnimi | lv Vārds, Vardi | lt Vardas, Vardai | pl Imiona, Imie | cs Jméno, Jmena | sk Meno, Mena
    hu Utónév, Keresztnev | hr Ime | sq Emri, Emrat | ro Prenume, Prenumele | mt Isem, Ismijiet
    ga Réamhainm, Ceadainm | tr Adı | id Nama depan | fil Mga pangalan, Pangalan, Unang pangalan | sw Jina la kwanza`,
  last_name: `
    en Surname, Surnames, Last name, Last names, Family name | fr Nom de famille, Nom de naissance
    de Nachname, Familienname, Zuname | es Apellidos, Apellido, Primer apellido | it Cognome
    pt Apelidos, Apelido, Sobrenome | ca Cognoms | nl Achternaam, Geslachtsnaam | da Efternavn | sv Efternamn
    nb Etternavn, Slektsnavn | fi Sukunimi | is Kenninafn, Eftirnafn | et Perekonnanimi, Perenimi | lv Uzvārds
    lt Pavardė | pl Nazwisko | cs Příjmení | sk Priezvisko | hu Családi név, Csaladnev, Vezeteknev | sl Priimek
    hr Prezime | sq Mbiemri | ro Nume de familie, Numele | mt Kunjom, Kunjomijiet | ga Sloinne | tr Soyadı, Soyad
    id Nama keluarga, Nama belakang | fil Apelyido | sw Jina la ukoo, Jina la mwisho`,
  document_number: `
    en Document number, Document no, Passport number, Passport no, Card number, Card no, Identity card number, Identity card no
    en Licence number, Licence no, License number, License no, Permit number, Permit no, Serial number, DL no, DLN
    fr Numéro du document, No du document, Passeport no, No du passeport, Numero de carte, No de carte
    de Dokumentennummer, Dokumentnummer, Dokumenten Nr, Dokument Nr, Ausweisnummer, Ausweis Nr, Passnummer, Pass Nr, Kartennummer
    es Número de documento, No de documento, Num soporte, Numero de soporte, Numero de pasaporte, Pasaporte no, No de pasaporte
    it Numero del documento, Numero documento, Documento n, Passaporto n, Carta n
    pt Número do documento, No do documento, N documento, Passaporte no, No do passaporte
    nl Documentnummer, Paspoortnummer, Kaartnummer | da Pasnummer, Pasnr, Kortnummer | sv Passnr
    fi Asiakirjan numero, Passin numero, Kortin numero | is Vegabréfsnúmer, Numer skjals
    et Dokumendi number, Dokumendi nr, Passi number | lv Dokumenta numurs, Dokumenta nr, Pases nr
    lt Dokumento numeris, Dokumento nr, Paso numeris, Paso nr
    pl Numer dokumentu, Nr dokumentu, Seria i numer, Numer paszportu, Numer dowodu osobistego
    cs Číslo dokladu, Cislo prukazu, Cislo dokumentu, Cislo pasu | sk Číslo preukazu, Cislo OP
    hu Okmányazonosító, Okmanyszam, Okmany szama, Utlevelszam | sl Številka dokumenta, Stevilka izkaznice
    hr Broj osobne iskaznice, Broj isprave, Broj dokumenta, Broj putovnice | sr-Latn Broj licne karte, Broj pasosa, Registarski broj
    sq Nr i dokumentit, Numri i dokumentit, Nr i pasaportes, Nr i leternjoftimit
    ro Număr document, Nr document, Seria si numarul, Nr pasaport | mt Numru tad dokument | ga Uimhir doiciméid, Uimhir phas
    tr Seri no, Belge no, Pasaport no, Kimlik seri no | vi Số hộ chiếu | id Nomor paspor, No paspor | ms No pasport
    fil Numero ng pasaporte, Pasaporte blg | sw Nambari ya pasipoti`,
  personal_number: `
    en Personal number, Personal no, Personal code, National ID, National ID number, National number, National identity number
    en National identification number, Identity number, Identity no, ID number, ID no
    fr Numéro personnel, No personnel, Numero national, No national | de Personennummer, Personliche Nummer
    es Número personal, DNI, DNI num, NIE, NUIP, RUN, RUT, Numero de identidad | es-MX CURP
    it Codice fiscale, Numero personale | pt Número pessoal, CPF, Numero de identificacao civil
    nl Burgerservicenummer, BSN, Persoonsnummer, Rijksregisternummer, Rijksregisternr | da Personnummer, CPR nummer, CPR nr
    sv Personnr | nb Fødselsnummer, Fodselsnr | fi Henkilotunnus | is Kennitala | et Isikukood | lv Personas kods
    lt Asmens kodas | pl PESEL, Numer PESEL, Nr PESEL | cs Rodné číslo | hu Személyi azonosító, Szemelyi szam
    sl EMŠO, Osebna stevilka | hr OIB, Osobni identifikacijski broj | sr-Latn JMBG, Jedinstveni maticni broj
    sq Nr personal, Numri personal, NID | ro CNP, Cod numeric personal | mt Numru tal identita | ga Uimhir phearsanta
    tr TC Kimlik No, Kimlik No, Vatandaslik No | vi So dinh danh ca nhan, So dinh danh | id NIK
    ms No kad pengenalan, No pengenalan | sw Namba ya utambulisho`,
  birth: `
    en Date and place of birth, Place and date of birth | fr Date et lieu de naissance | de Geburtsdatum und ort
    es Fecha y lugar de nacimiento, Lugar y fecha de nacimiento | it Data e luogo di nascita, Luogo e data di nascita
    pt Data e local de nascimento, Data local e UF de nascimento | pl Data i miejsce urodzenia
    cs Datum a misto narozeni | hu Születési hely ido | ro Data si locul nasterii | id Tempat tgl lahir, Tempat tanggal lahir`,
  date_of_birth: `
    en Date of birth, Birth date, Birthdate, DOB, Born | fr Date de naissance, Nee le, Ne le, Ne e le
    de Geburtsdatum, Geburtstag, Geboren am | es Fecha de nacimiento, Fecha nacimiento | it Data di nascita, Nato il, Nata il
    pt Data de nascimento, Data nascimento | ca Data de naixement | nl Geboortedatum | da Fødselsdato, Fodselsdag
    sv Födelsedatum, Fodelsetid | fi Syntymäaika, Syntymapaiva | is Fæðingardagur | et Sünniaeg, Sunnikuupaev
    lv Dzimšanas datums, Dzimsanas diena | lt Gimimo data | pl Data urodzenia | cs Datum narození | sk Datum narodenia
    hu Születési idő, Szuletesi datum | sl Datum rojstva | hr Datum rođenja | sr-Latn Datum rodjenja
    sq Datelindja, Data e lindjes | ro Data nașterii, Data de nastere | mt Data tat-twelid | ga Data breithe
    tr Doğum tarihi | vi Ngày sinh, Ngay thang nam sinh | id Tanggal lahir, Tgl lahir | ms Tarikh lahir
    fil Petsa ng kapanganakan, Araw ng kapanganakan | sw Tarehe ya kuzaliwa`,
  date_of_issue: `
    en Date of issue, Issue date, Issued on, Issued, Date issued, ISS | fr Date de délivrance, Delivre le, Date d emission
    de Ausstellungsdatum, Ausgestellt am, Ausstellungstag | es Fecha de expedición, Fecha de emision, Expedicion, Emision
    it Data di rilascio, Data rilascio, Rilasciato il, Emissione | pt Data de emissão, Data emissao, Data de expedicao
    ca Data d expedicio | nl Datum van afgifte, Afgiftedatum, Datum van uitgifte | da Udstedelsesdato, Udstedt den, Udstedt
    sv Utfärdandedatum, Utfardat, Utfardad den | nb Utstedelsesdato, Utstedt dato, Utstedt
    fi Myöntämispäivä, Myontopaiva, Myonnetty | is Útgáfudagur | et Väljaandmise kuupäev, Valja antud
    lv Izdošanas datums, Izsniegsanas datums | lt Išdavimo data | pl Data wydania | cs Datum vydání | sk Dátum vydania
    hu Kiállítás kelte, Kiallitas datuma | sl Datum izdaje | hr Datum izdavanja | sq Data e leshimit
    ro Data emiterii, Data eliberarii | mt Data tal hrug | ga Dáta eisiúna | tr Veriliş tarihi, Duzenleme tarihi
    vi Ngày cấp, Ngay thang nam cap, Ngay thang nam Date month year
    en Date month year | de Datum Date Date | id Tanggal pengeluaran, Tanggal terbit | ms Tarikh dikeluarkan, Tarikh pengeluaran
    fil Petsa ng pagkakaloob | sw Tarehe ya kutolewa`,
  date_of_expiry: `
    en Date of expiry, Date of expiration, Expiry date, Expiration date, Expires on, Expires, Valid until, Valid thru, Valid to, EXP
    fr Date d'expiration, Expire le, Valable jusqu au, Date de validite, Date de fin de validite | de Gültig bis, Ablaufdatum
    es Fecha de caducidad, Fecha de vencimiento, Valido hasta, Validez, Caducidad, Vencimiento
    it Data di scadenza, Scadenza, Valida fino al, Valido fino al | pt Data de validade, Valido ate, Validade
    ca Data de caducitat | nl Geldig tot, Datum einde geldigheid, Einde geldigheid, Vervaldatum | da Gyldig til, Udlobsdato
    sv Giltigt till, Giltig till, Sista giltighetsdag | nb Utløpsdato | fi Viimeinen voimassaolopäivä, Voimassaoloaika
    is Gildir til | et Kehtiv kuni | lv Derīga līdz, Deriguma termins | lt Galioja iki
    pl Data ważności, Termin waznosci, Data uplywu waznosci, Wazny do | cs Platnost do, Datum platnosti | sk Platí do
    hu Érvényességi idő, Ervenyes, Ervenyesseg, Lejarat | sl Velja do, Datum veljavnosti, Datum poteka
    hr Vrijedi do, Datum isteka | sr-Latn Vazi do, Datum vazenja | sq Data e skadences
    ro Data expirării, Valabil pana la, Valabila pana la, Valabilitate | mt Data ta skadenza | ga As feidhm
    tr Son geçerlilik tarihi, Gecerlilik tarihi, Son gecerlilik | vi Có giá trị đến, Gia tri den, Ngay thang nam het han | id Berlaku hingga, Tanggal habis berlaku
    ms Tarikh tamat tempoh, Tarikh luput | fil Petsa ng pagkawalang bisa, Valid hanggang | sw Tarehe ya kwisha`,
  sex: `
    en Sex, Gender | fr Sexe | de Geschlecht | es Sexo | it Sesso | nl Geslacht | sv Kön | nb Kjønn | fi Sukupuoli | is Kyn
    et Sugu | lv Dzimums | lt Lytis | pl Płeć | cs Pohlaví | sk Pohlavie | hu Neme, Nem | sl Spol | sq Gjinia
    ro Sexul | mt Sess | ga Gnéas | tr Cinsiyeti, Cinsiyet | vi Giới tính | id Jenis kelamin | ms Jantina | fil Kasarian
    sw Jinsia, Jinsi`,
  nationality: `
    en Nationality, Citizenship | fr Nationalité | de Staatsangehörigkeit | es Nacionalidad | it Cittadinanza, Nazionalita
    pt Nacionalidade | ca Nacionalitat | nl Nationaliteit | da Nationalitet, Statsborgerskab | sv Medborgarskap
    nb Nasjonalitet, Statsborgerskap | fi Kansalaisuus | is Ríkisfang, Thjoderni | et Kodakondsus
    lv Pilsonība, Valstspiederiba | lt Pilietybė | pl Obywatelstwo | cs Státní občanství, Statni prislusnost
    sk Štátne občianstvo, Obcianstvo | hu Állampolgársága, Allampolgarsag | hr Državljanstvo
    sq Shtetesia, Nenshtetesia, Kombesia | ro Cetățenie, Cetatenia | mt Nazzjonalità | ga Náisiúntacht
    tr Uyruğu, Uyruk | vi Quốc tịch | id Kewarganegaraan | ms Warganegara | fil Pagkamamamayan, Nasyonalidad | sw Uraia`,
  issuing_country: `
    en Issuing country, Issuing state, Country of issue, Country code, Code of issuing state, Code of state
    fr Pays emetteur, Pays de delivrance, Code du pays, Etat emetteur | de Ausstellungsland, Landercode
    es Pais emisor, Codigo del pais | it Paese di emissione, Codice paese | pt Pais emissor, Codigo do pais
    nl Land van afgifte | da Landekode | sv Landskod | nb Landkode | fi Maakoodi | et Riigi kood | lv Valsts kods
    lt Valstybes kodas | pl Kod panstwa | cs Kod statu | hu Orszagkod | sl Oznaka drzave | hr Kod drzave
    sq Kodi i shtetit | ro Cod tara, Codul tarii | tr Ulke kodu | id Kode negara | ms Kod negara | fil Kodigo ng bansa`,
  address: `
    en Address, Permanent address, Home address, Place of residence, Usual place of residence, Residence
    fr Adresse, Domicile | de Anschrift, Wohnort, Wohnsitz | es Domicilio, Direccion
    it Indirizzo di residenza, Indirizzo, Residenza | pt Morada, Endereco | ca Domicili, Adreca | nl Adres, Woonplaats
    da Bopæl | sv Adress | fi Kotiosoite, Osoite | is Heimilisfang, Logheimili | et Elukoht, Aadress
    lv Adrese, Dzivesvieta | lt Adresas, Gyvenamoji vieta
    pl Adres zameldowania, Adres zamieszkania, Miejsce zamieszkania | cs Trvalý pobyt, Adresa | sk Bydlisko
    hu Lakcím, Lakohely | sl Stalno prebivalisce, Prebivalisce, Naslov | hr Prebivaliste | sr-Latn Adresa stana | sq Vendbanimi
    ro Domiciliul, Domiciliu | mt Indirizz | ga Seoladh | tr Adresi, Ikametgah | vi Nơi thường trú, Noi cu tru, Dia chi
    id Alamat | fil Tirahan | sw Anwani, Makazi`,
  place_of_birth: `
    en Place of birth, Birthplace, Birth place, District of birth, Country of birth | fr Lieu de naissance | de Geburtsort
    es Lugar de nacimiento | it Luogo di nascita | pt Local de nascimento, Naturalidade | ca Lloc de naixement
    nl Geboorteplaats | da Fødested, Fodselssted | sv Födelseort, Fodelseplats | fi Syntymapaikka | is Fæðingarstaður
    et Sünnikoht | lv Dzimšanas vieta | lt Gimimo vieta | pl Miejsce urodzenia | cs Místo narození | sk Miesto narodenia
    hu Születési hely | sl Kraj rojstva | hr Mjesto rođenja | sr-Latn Mesto rodenja, Mesto rodjenja
    sq Vendlindja, Vendi i lindjes | ro Locul nașterii, Loc nastere, Loc de nastere | mt Post tat twelid
    ga Áit bhreithe | tr Doğum yeri | vi Nơi sinh, Noi dang ky khai sinh | id Tempat lahir | fil Lugar ng kapanganakan, Pook ng kapanganakan
    sw Mahali pa kuzaliwa`,
  other: `
    en Authority, Issuing authority, Signature, Signature of holder, Signature of bearer, Height, Eyes, Colour of eyes, Type
    en Residence permit, Residence card, Residence title, Permanent residence, Permanent residence card
    en Name at birth, Birth name, Maiden name, Previous name, Place of origin, Place of issue
    en Temporary residence permit, Blood group, Religion, Marital status, Remarks, Categories | fr Autorite, Taille, Couleur des yeux, Signature du titulaire
    de Behorde, Ausstellende Behorde, Geburtsname, Unterschrift, Grosse, Augenfarbe | es Autoridad, Color de ojos, Firma, Firma del titular, Equipo
    it Autorita, Colore occhi, Colore degli occhi, Firma del titolare, Statura
    pt Autoridade, Cor dos olhos, Assinatura, Altura, Filiacao | nl Autoriteit, Kleur ogen, Handtekening, Lengte
    da Myndighed, Underskrift | sv Myndighet, Namnteckning, Langd | fi Viranomainen, Allekirjoitus | et Valjaandja
    lv Izdevejiestade | lt Isdave, Parasas | pl Organ wydajacy, Podpis, Wzrost | cs Vydal, Podpis | hu Kiallito hatosag, Alairas
    sl Organ, Podpis | hr Izdala, Potpis | ro Autoritatea, Semnatura, Eliberat de | tr Makam, Imza, Anne adi, Baba adi
    id Agama, Pekerjaan, Golongan darah, Status perkawinan, Tanda tangan | fil Lagda | sw Saini | vi Que quan`,
} as const satisfies Record<LabelMeaning, string>;

/** A kind of label: a field, a part of a name (`name`), two fields (`birth`) or no field (`other`). */
export type LabelKind = LabelMeaning;
