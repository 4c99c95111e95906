import { issuer, numbers, ownCard, passport, printed, stdnum, td1Card } from "./record.ts";

/** Asia and Australia. */
export const ASIA_PACIFIC = [
  issuer("IND", "hi en", "GOVERNMENT OF INDIA, REPUBLIC OF INDIA", [
    passport(numbers("@#######")),
    ownCard("cid", "AADHAAR, UNIQUE IDENTIFICATION AUTHORITY OF INDIA", {
      sides: 2,
      languages: ["en"],
      front: printed(`
        date_of_birth: DOB
        sex: Gender
        document_number: Aadhaar No.`),
      back: printed("address: Address"),
      documentNumber: numbers("############", "published"),
      isNationalNumber: true,
      source: stdnum("in_.aadhaar"),
    }),
    ownCard("voter_id", "ELECTION COMMISSION OF INDIA, ELECTOR PHOTO IDENTITY CARD", {
      sides: 2,
      languages: ["en"],
      front: printed(`
        document_number: EPIC No.
        full_name: Elector's Name
        other: Father's Name`),
      back: printed(`
        sex: Gender
        date_of_birth: Date of Birth
        address: Address`),
      documentNumber: numbers("@@@#######"),
      source: stdnum("in_.epic"),
    }),
    ownCard("driving_license", "INDIAN UNION DRIVING LICENCE", {
      languages: ["en"],
      front: printed(`
        document_number: DL No.
        date_of_issue: Issue Date
        date_of_expiry: Validity (NT)
        full_name: Name
        date_of_birth: Date of Birth
        other: Blood Group
        other: Organ Donor
        other: Son/Daughter/Wife of
        address: Address`),
      documentNumber: numbers("@@#############"),
      labels: "transcribed",
      source: "Central Motor Vehicles Rules 1989, rule 16 and form 7 (not opened)",
    }),
  ]),
  issuer("VNM", "vi en", "SOCIALIST REPUBLIC OF VIET NAM, CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM", [
    passport(null),
    td1Card("cid", "CĂN CƯỚC CÔNG DÂN, CITIZEN IDENTITY CARD", {
      front: printed(`
        document_number: Số / No.
        full_name: Họ và tên / Full name
        date_of_birth: Ngày sinh / Date of birth
        sex: Giới tính / Sex
        nationality: Quốc tịch / Nationality
        other: Quê quán / Place of origin
        address: Nơi thường trú / Place of residence
        date_of_expiry: Có giá trị đến / Date of expiry`),
      documentNumber: numbers("############", "published"),
      labels: "transcribed",
      source: "https://afamily.vn/mau-the-can-cuoc-ap-dung-tu-1-7-2024062313024402.chn (both designs)",
    }),
    td1Card("cid", "CĂN CƯỚC, IDENTITY CARD", {
      front: printed(`
        personal_number: Số định danh cá nhân / Personal identification number
        full_name: Họ, chữ đệm và tên khai sinh / Full name
        date_of_birth: Ngày, tháng, năm sinh / Date of birth
        sex: Giới tính / Sex
        nationality: Quốc tịch / Nationality`),
      back: printed(`
        address: Nơi cư trú / Place of residence
        place_of_birth: Nơi đăng ký khai sinh / Place of birth
        date_of_issue: Ngày, tháng, năm cấp / Date of issue
        date_of_expiry: Ngày, tháng, năm hết hạn / Date of expiry`),
      personalNumber: numbers("############", "published"),
      labels: "published",
      source:
        "Thông tư 16/2024/TT-BCA, as quoted by https://amp.cand.com.vn/hoat-dong-ll-cand/bo-cong-an-chinh-thuc-ban-hanh-mau-the-can-cuoc-mau-giay-chung-nhan-can-cuoc--i735149 and https://afamily.vn/cong-an-ha-noi-trien-khai-cap-the-can-cuoc-cho-tre-em-20240701104536005.chn",
    }),
    ownCard("driving_license", "GIẤY PHÉP LÁI XE, DRIVER'S LICENSE", {
      source: "Thông tư 35/2024/TT-BGTVT (not opened)",
    }),
  ]),
  issuer(
    "PHL",
    "fil en",
    "REPUBLIKA NG PILIPINAS, REPUBLIC OF THE PHILIPPINES, PILIPINAS, PHILIPPINES",
    [
      passport(numbers("@####### @#######@ @@###### @@#######")),
      ownCard("cid", "PHILIPPINE IDENTIFICATION CARD, PAMBANSANG PAGKAKAKILANLAN", {
        sides: 2,
        front: printed(`
          last_name: Apelyido / Last Name
          first_name: Mga Pangalan / Given Names
          other: Gitnang Apelyido / Middle Name
          date_of_birth: Petsa ng Kapanganakan / Date of Birth
          address: Tirahan / Address`),
        back: printed(`
          date_of_issue: Araw ng pagkakaloob / Date of issue
          sex: Kasarian / Sex
          other: Uri ng Dugo / Blood Type
          other: Kalagayang Sibil / Marital Status
          place_of_birth: Lugar ng Kapanganakan / Place of Birth`),
        documentNumber: numbers("################", "published"),
        labels: "transcribed",
        source:
          "https://philsys.gov.ph/philsys-number/; https://mb.com.ph/2021/06/25/psa-showcases-philid-design-security-features/",
      }),
      ownCard("driving_license", "DRIVER'S LICENSE", {
        languages: ["en"],
        source: "Republic Act 4136 (not opened)",
      }),
    ],
    "month first",
  ),
  issuer("IDN", "id en", "REPUBLIK INDONESIA, REPUBLIC OF INDONESIA", [
    passport(numbers("@#######")),
    ownCard("cid", "KARTU TANDA PENDUDUK", {
      languages: ["id"],
      front: printed(`
        personal_number: NIK
        full_name: Nama
        birth: Tempat/Tgl Lahir
        sex: Jenis kelamin
        other: Gol. Darah
        address: Alamat
        other: Agama
        other: Status Perkawinan
        other: Pekerjaan
        nationality: Kewarganegaraan
        date_of_expiry: Berlaku Hingga`),
      personalNumber: numbers("################", "published"),
      labels: "transcribed",
      source: `https://www.kompas.com/tren/read/2022/06/12/110400965/apa-itu-e-ktp-; ${stdnum("id.nik")}`,
    }),
    ownCard("driving_license", "SURAT IZIN MENGEMUDI", {
      languages: ["id"],
      source: "Peraturan Kepolisian 5/2021 (not opened)",
    }),
  ]),
  issuer("JPN", "ja en", "日本国 JAPAN, JAPAN", [
    passport(numbers("@@#######")),
    ownCard("cid", "個人番号カード", {
      sides: 2,
      languages: ["ja"],
      source: "行政手続における特定の個人を識別するための番号の利用等に関する法律 (not opened)",
    }),
    ownCard("driving_license", "運転免許証", {
      sides: 2,
      languages: ["ja"],
      source: "道路交通法施行規則, 別記様式第十四 (not opened)",
    }),
  ]),
  issuer("KOR", "ko en", "대한민국 REPUBLIC OF KOREA, REPUBLIC OF KOREA", [
    passport(numbers("@######## @###@####")),
    ownCard("cid", "주민등록증", { languages: ["ko"], source: "주민등록법 제24조 (not opened)" }),
    ownCard("driving_license", "자동차운전면허증", {
      languages: ["ko"],
      source: "도로교통법 제85조 (not opened)",
    }),
  ]),
  issuer("AUS", "en", "AUSTRALIA, COMMONWEALTH OF AUSTRALIA", [
    passport(numbers("@####### @@#######")),
    ownCard("driving_license", "DRIVER LICENCE, DRIVERS LICENCE", {
      source: "Each state and territory designs its own",
    }),
  ]),
  issuer("CHN", "zh", "中华人民共和国", [
    ownCard("cid", "居民身份证", {
      sides: 2,
      documentNumber: numbers("#################*", "published"),
      isNationalNumber: true,
      source: stdnum("cn.ric"),
    }),
  ]),
  issuer("TWN", "zh", "中華民國", [
    ownCard("cid", "國民身分證", {
      sides: 2,
      documentNumber: numbers("@#########", "published"),
      isNationalNumber: true,
      source: "戶籍法, Household Registration Act (not opened)",
    }),
  ]),
  issuer("THA", "th en", "KINGDOM OF THAILAND", [
    ownCard("cid", "THAI NATIONAL ID CARD, บัตรประจำตัวประชาชน", {
      sides: 2,
      documentNumber: numbers("#############", "published"),
      isNationalNumber: true,
      source: stdnum("th.pin"),
    }),
  ]),
];
