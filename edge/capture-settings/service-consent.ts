/** The controller that the service's own text names. */
export interface Asker {
  /** The public name of the tenant. */
  readonly name: string;
  /** Days after which results are erased; null if only the tenant decides. */
  readonly retentionDays: number | null;
  /** Days after which a registered face is deleted; null or undefined for none. */
  readonly registrationDays?: number | null;
  /** Whether the person comes back: only the face is captured. */
  readonly isReturn?: boolean;
  /** Whether only the age is checked: nothing of the person is kept. */
  readonly isAge?: boolean;
  /** Whether a declined person may ask for a human (contract §3.16). Default: they may not. */
  readonly contest?: boolean;
}

/** One language of the service's own text. */
interface Words {
  /** `2 days` in a sentence on the time after which results are erased. */
  readonly days: (count: number) => string;
  /** How long results are kept. `days` is null if only the tenant decides. */
  readonly kept: (name: string, days: string | null) => string;
  /** Follows what a person may look at: a declined person's right to ask for that. */
  readonly contest: string;
  readonly paragraphs: (name: string, kept: string, contest: string) => readonly string[];
  /** In place of the first paragraphs for a person who comes back. */
  readonly returning: (name: string) => readonly [string, string];
  /** If only the age is checked: the first paragraph, and the one on what is stored. */
  readonly age: (name: string) => readonly [string, string];
  /** How long a registered face is kept. `days` is null if only the tenant or person decides. */
  readonly registered: (name: string, days: string | null) => string;
  /** The text on being recognised later, to which a person agrees apart. */
  readonly recognition: (name: string, registered: string) => readonly string[];
}

const plural = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;

/** Arabic counts one, two, few and many in different forms. */
function arabicDays(count: number): string {
  if (count === 1) return "يوم واحد";
  if (count === 2) return "يومين";
  const rest = count % 100;
  if (rest >= 3 && rest <= 10) return `${count} أيام`;
  return rest > 10 ? `${count} يومًا` : `${count} يوم`;
}

/**
 * The service's own text, in each language of the capture page. It has the sentences that GDPR Art. 9 and 13
 * and BIPA ask for (who, what, why, how long, how to withdraw), and is no legal advice.
 */
const TEXTS = {
  en: {
    days: plural("day", "days"),
    kept: (name, days) =>
      days === null
        ? `${name} decides how long they are kept. Ask them if you want to know.`
        : `They are erased ${days} after the check ends.`,
    contest:
      "If you are declined, you can ask that a person decides. For that, these photos stay for 14 days.",
    paragraphs: (name, kept, contest) => [
      `${name} needs to check your identity. You photograph your ID and your face.`,
      "The service reads the text on your ID and computes the geometry of your face (biometric data). It compares your face with the ID's photo, and checks for forgery.",
      `If the service cannot decide, a person at ${name} looks at your photos. Photos kept for this review are encrypted. They are erased with the decision, and at the latest 30 days after this check expires.${contest}`,
      `The images and results are used only for this check, on behalf of ${name}. ${kept}`,
      `You can say no. You can also withdraw consent at any time, here or by writing to ${name}; withdrawing does not affect processing already carried out. Ask ${name} for another way to verify.`,
    ],
    returning: (name) => [
      `${name} needs to check that it is you. You photograph your face.`,
      "The service computes the geometry of your face (biometric data). It compares it with the face that is registered for you, and checks that a live person is there.",
    ],
    age: (name) => [
      `${name} needs to know whether you have reached a certain age. You photograph your ID and your face.`,
      `Your photos and the text on your ID are not stored. The geometry of your face is stored, encrypted, until the result, and for 15 minutes at most. No person looks at your photos. On behalf of ${name}, only the result is kept: whether you have reached that age, or why the check failed.`,
    ],
    registered: (name, days) =>
      days === null
        ? `They are kept until you withdraw consent, or until ${name} deletes them.`
        : `They are kept for ${days}, or less if you withdraw consent.`,
    recognition: (name, registered) => [
      `${name} can recognise you by a selfie when you return, without your ID.`,
      `For this, the service keeps the geometry of your face (biometric data) and codes computed from your photos, encrypted. It keeps no photo for this. ${registered}`,
      `You decide: without it, this check goes on in the same way. You can withdraw consent at any time, on the page of a later check or by writing to ${name}.`,
    ],
  },
  de: {
    days: plural("Tag", "Tage"),
    kept: (name, days) =>
      days === null
        ? `Wie lange sie aufbewahrt werden, entscheidet ${name}. Fragen Sie dort nach, wenn Sie es wissen möchten.`
        : `Sie werden ${days} nach dem Ende der Prüfung gelöscht.`,
    contest:
      "Bei einer Ablehnung können Sie verlangen, dass ein Mensch entscheidet. Dafür bleiben diese Fotos 14 Tage.",
    paragraphs: (name, kept, contest) => [
      `${name} muss Ihre Identität prüfen. Sie fotografieren Ihren Ausweis und Ihr Gesicht.`,
      "Der Dienst liest den Text auf Ihrem Ausweis und berechnet die Geometrie Ihres Gesichts (biometrische Daten). Er vergleicht Ihr Gesicht mit dem Foto auf dem Ausweis und prüft auf Fälschungen.",
      `Wenn der Dienst nicht entscheiden kann, sieht sich eine Person bei ${name} Ihre Fotos an. Fotos, die nur dafür aufbewahrt werden, sind verschlüsselt. Sie werden mit der Entscheidung gelöscht, spätestens 30 Tage nach Ablauf dieser Prüfung.${contest}`,
      `Die Bilder und Ergebnisse werden nur für diese Prüfung verwendet, im Auftrag von ${name}. ${kept}`,
      `Sie können ablehnen. Sie können Ihre Einwilligung auch jederzeit widerrufen, hier oder schriftlich bei ${name}; der Widerruf berührt die bereits erfolgte Verarbeitung nicht. Fragen Sie ${name} nach einem anderen Weg.`,
    ],
    returning: (name) => [
      `${name} muss prüfen, dass Sie es sind. Sie fotografieren Ihr Gesicht.`,
      "Der Dienst berechnet die Geometrie Ihres Gesichts (biometrische Daten). Er vergleicht sie mit dem Gesicht, das für Sie registriert ist, und prüft, dass eine lebende Person vor der Kamera ist.",
    ],
    age: (name) => [
      `${name} muss wissen, ob Sie ein bestimmtes Alter erreicht haben. Sie fotografieren Ihren Ausweis und Ihr Gesicht.`,
      `Ihre Fotos und der Text auf Ihrem Ausweis werden nicht gespeichert. Die Geometrie Ihres Gesichts wird verschlüsselt gespeichert, bis das Ergebnis feststeht, höchstens 15 Minuten. Kein Mensch sieht sich Ihre Fotos an. Im Auftrag von ${name} wird nur das Ergebnis aufbewahrt: ob Sie das Alter erreicht haben oder warum die Prüfung nicht gelang.`,
    ],
    registered: (name, days) =>
      days === null
        ? `Sie werden aufbewahrt, bis Sie Ihre Einwilligung widerrufen oder ${name} sie löscht.`
        : `Sie werden ${days} lang aufbewahrt, oder kürzer, wenn Sie Ihre Einwilligung widerrufen.`,
    recognition: (name, registered) => [
      `${name} kann Sie bei Ihrer Rückkehr an einem Selfie erkennen, ohne Ausweis.`,
      `Dafür bewahrt der Dienst die Geometrie Ihres Gesichts (biometrische Daten) und aus Ihren Fotos berechnete Codes verschlüsselt auf. Fotos bewahrt er dafür nicht auf. ${registered}`,
      `Sie entscheiden: Ohne dies läuft die Prüfung genauso weiter. Sie können Ihre Einwilligung jederzeit widerrufen, auf der Seite einer späteren Prüfung oder schriftlich bei ${name}.`,
    ],
  },
  fr: {
    days: plural("jour", "jours"),
    kept: (name, days) =>
      days === null
        ? `${name} décide de leur durée de conservation. Demandez-leur si vous voulez la connaître.`
        : `Ils sont effacés ${days} après la fin du contrôle.`,
    contest:
      "En cas de refus, vous pouvez demander qu’une personne décide. Ces photos sont conservées 14 jours pour cela.",
    paragraphs: (name, kept, contest) => [
      `${name} doit vérifier votre identité. Vous photographiez votre pièce d’identité et votre visage.`,
      "Le service lit le texte de votre pièce d’identité et calcule la géométrie de votre visage (données biométriques). Il compare votre visage avec la photo de la pièce et recherche des falsifications.",
      `Si le service ne peut pas décider, une personne chez ${name} regarde vos photos. Les photos conservées uniquement pour cela sont chiffrées. Elles sont effacées avec la décision, et au plus tard 30 jours après l’expiration de ce contrôle.${contest}`,
      `Les images et les résultats servent uniquement à ce contrôle, pour le compte de ${name}. ${kept}`,
      `Vous pouvez refuser. Vous pouvez aussi retirer votre consentement à tout moment, ici ou en écrivant à ${name} ; le retrait ne remet pas en cause le traitement déjà effectué. Demandez à ${name} un autre moyen de vérification.`,
    ],
    returning: (name) => [
      `${name} doit vérifier qu’il s’agit bien de vous. Vous photographiez votre visage.`,
      "Le service calcule la géométrie de votre visage (données biométriques). Il la compare avec le visage enregistré pour vous et vérifie qu’une personne vivante est présente.",
    ],
    age: (name) => [
      `${name} doit savoir si vous avez atteint un certain âge. Vous photographiez votre pièce d’identité et votre visage.`,
      `Vos photos et le texte de votre pièce d’identité ne sont pas enregistrés. La géométrie de votre visage est enregistrée, chiffrée, jusqu’au résultat, et 15 minutes au plus. Personne ne regarde vos photos. Pour le compte de ${name}, seul le résultat est conservé : si vous avez atteint cet âge, ou pourquoi le contrôle a échoué.`,
    ],
    registered: (name, days) =>
      days === null
        ? `Ils sont conservés jusqu’à ce que vous retiriez votre consentement ou que ${name} les efface.`
        : `Ils sont conservés ${days}, ou moins si vous retirez votre consentement.`,
    recognition: (name, registered) => [
      `${name} peut vous reconnaître à votre retour grâce à un selfie, sans pièce d’identité.`,
      `Pour cela, le service conserve la géométrie de votre visage (données biométriques) et des codes calculés à partir de vos photos, chiffrés. Il ne conserve aucune photo pour cela. ${registered}`,
      `C’est votre choix : sans cela, ce contrôle continue de la même manière. Vous pouvez retirer votre consentement à tout moment, sur la page d’un contrôle ultérieur ou en écrivant à ${name}.`,
    ],
  },
  es: {
    days: plural("día", "días"),
    kept: (name, days) =>
      days === null
        ? `${name} decide cuánto tiempo se conservan. Pregúnteles si quiere saberlo.`
        : `Se borran ${days} después de que termine la comprobación.`,
    contest:
      "Si se le rechaza, puede pedir que decida una persona. Para ello, estas fotos se conservan 14 días.",
    paragraphs: (name, kept, contest) => [
      `${name} necesita comprobar su identidad. Usted fotografía su documento de identidad y su rostro.`,
      "El servicio lee el texto de su documento y calcula la geometría de su rostro (datos biométricos). Compara su rostro con la foto del documento y busca falsificaciones.",
      `Si el servicio no puede decidir, una persona de ${name} mira sus fotos. Las fotos que se guardan solo para eso están cifradas. Se borran con la decisión y, como muy tarde, 30 días después de que caduque esta comprobación.${contest}`,
      `Las imágenes y los resultados se usan solo para esta comprobación, por cuenta de ${name}. ${kept}`,
      `Puede negarse. También puede retirar su consentimiento en cualquier momento, aquí o escribiendo a ${name}; la retirada no afecta al tratamiento ya realizado. Pida a ${name} otra manera de verificarse.`,
    ],
    returning: (name) => [
      `${name} necesita comprobar que es usted. Usted fotografía su rostro.`,
      "El servicio calcula la geometría de su rostro (datos biométricos). La compara con el rostro que está registrado para usted y comprueba que hay una persona viva.",
    ],
    age: (name) => [
      `${name} necesita saber si usted ha alcanzado cierta edad. Usted fotografía su documento de identidad y su rostro.`,
      `Sus fotos y el texto de su documento no se guardan. La geometría de su rostro se guarda cifrada hasta el resultado, y durante 15 minutos como máximo. Ninguna persona mira sus fotos. Por cuenta de ${name} solo se conserva el resultado: si usted ha alcanzado esa edad, o por qué falló la comprobación.`,
    ],
    registered: (name, days) =>
      days === null
        ? `Se conservan hasta que usted retire el consentimiento o ${name} los borre.`
        : `Se conservan ${days}, o menos si usted retira el consentimiento.`,
    recognition: (name, registered) => [
      `${name} puede reconocerle con un selfie cuando vuelva, sin su documento de identidad.`,
      `Para ello, el servicio conserva la geometría de su rostro (datos biométricos) y códigos calculados a partir de sus fotos, cifrados. No conserva ninguna foto para ello. ${registered}`,
      `Usted decide: sin ello, esta comprobación continúa igual. Puede retirar su consentimiento en cualquier momento, en la página de una comprobación posterior o escribiendo a ${name}.`,
    ],
  },
  pt: {
    days: plural("dia", "dias"),
    kept: (name, days) =>
      days === null
        ? `${name} decide durante quanto tempo são guardados. Pergunte-lhes se quiser saber.`
        : `São apagados ${days} depois de a verificação terminar.`,
    contest:
      "Se for recusado, pode pedir que uma pessoa decida. Para isso, estas fotos são guardadas 14 dias.",
    paragraphs: (name, kept, contest) => [
      `${name} precisa de verificar a sua identidade. Fotografa o seu documento de identidade e o seu rosto.`,
      "O serviço lê o texto do seu documento e calcula a geometria do seu rosto (dados biométricos). Compara o seu rosto com a foto do documento e procura falsificações.",
      `Se o serviço não puder decidir, uma pessoa de ${name} vê as suas fotos. As fotos guardadas apenas para isso são cifradas. São apagadas com a decisão e, o mais tardar, 30 dias depois de esta verificação expirar.${contest}`,
      `As imagens e os resultados são usados apenas para esta verificação, em nome de ${name}. ${kept}`,
      `Pode recusar. Pode também retirar o seu consentimento a qualquer momento, aqui ou escrevendo a ${name}; a retirada não afeta o tratamento já realizado. Peça a ${name} outra forma de se verificar.`,
    ],
    returning: (name) => [
      `${name} precisa de confirmar a sua identidade outra vez. Fotografa o seu rosto.`,
      "O serviço calcula a geometria do seu rosto (dados biométricos). Compara-a com o rosto que está registado para si e verifica que está presente uma pessoa viva.",
    ],
    age: (name) => [
      `${name} precisa de saber se atingiu uma certa idade. Fotografa o seu documento de identidade e o seu rosto.`,
      `As suas fotos e o texto do seu documento não são guardados. A geometria do seu rosto é guardada, cifrada, até ao resultado, e durante 15 minutos no máximo. Nenhuma pessoa vê as suas fotos. Em nome de ${name} só é guardado o resultado: se atingiu essa idade, ou por que razão a verificação falhou.`,
    ],
    registered: (name, days) =>
      days === null
        ? `São guardados até retirar o consentimento ou ${name} os apagar.`
        : `São guardados durante ${days}, ou menos se retirar o consentimento.`,
    recognition: (name, registered) => [
      `${name} pode reconhecer o seu rosto numa selfie quando voltar, sem o seu documento de identidade.`,
      `Para isso, o serviço guarda a geometria do seu rosto (dados biométricos) e códigos calculados a partir das suas fotos, cifrados. Não guarda nenhuma foto para isso. ${registered}`,
      `A decisão é sua: sem isso, esta verificação continua da mesma forma. Pode retirar o seu consentimento a qualquer momento, na página de uma verificação posterior ou escrevendo a ${name}.`,
    ],
  },
  ar: {
    days: arabicDays,
    kept: (name, days) =>
      days === null
        ? `تقرر ${name} مدة الاحتفاظ بها. اسألهم إن أردت معرفتها.`
        : `وتُمحى بعد ${days} من انتهاء التحقق.`,
    contest: "وإذا رُفض طلبك، يمكنك أن تطلب أن يقرر شخص. ولهذا تُحفظ هذه الصور 14 يومًا.",
    paragraphs: (name, kept, contest) => [
      `تحتاج ${name} إلى التحقق من هويتك. ستصوّر وثيقة هويتك ووجهك.`,
      "تقرأ الخدمة النص المكتوب على وثيقتك وتحسب هندسة وجهك (بيانات بيومترية). وتقارن وجهك بالصورة التي على الوثيقة، وتبحث عن أي تزوير.",
      `إذا تعذّر على الخدمة اتخاذ القرار، يطّلع شخص لدى ${name} على صورك. وتكون الصور المحفوظة لهذا الغرض وحده مشفّرة. وتُمحى مع صدور القرار، وبحد أقصى 30 يومًا بعد انتهاء صلاحية هذا التحقق.${contest}`,
      `تُستخدم الصور والنتائج لهذا التحقق فقط، نيابةً عن ${name}. ${kept}`,
      `يمكنك أن ترفض. ويمكنك أيضًا سحب موافقتك في أي وقت، هنا أو بالكتابة إلى ${name}؛ ولا يؤثر السحب في المعالجة التي تمت قبله. اطلب من ${name} طريقة أخرى للتحقق.`,
    ],
    returning: (name) => [
      `تحتاج ${name} إلى التأكد من أنك أنت. ستصوّر وجهك.`,
      "تحسب الخدمة هندسة وجهك (بيانات بيومترية). وتقارنها بالوجه المسجّل لك، وتتحقق من وجود شخص حيّ أمام الكاميرا.",
    ],
    age: (name) => [
      `تحتاج ${name} إلى معرفة ما إذا كنت قد بلغت عمرًا معيّنًا. ستصوّر وثيقة هويتك ووجهك.`,
      `لا تُحفظ صورك ولا النص المكتوب على وثيقتك. وتُحفظ هندسة وجهك مشفّرةً حتى صدور النتيجة، ولمدة 15 دقيقة كحد أقصى. ولا يطّلع أي شخص على صورك. ونيابةً عن ${name} لا تُحفظ سوى النتيجة: ما إذا كنت قد بلغت ذلك العمر، أو سبب تعذّر التحقق.`,
    ],
    registered: (name, days) =>
      days === null
        ? `ويُحتفظ بها حتى تسحب موافقتك أو تمحوها ${name}.`
        : `ويُحتفظ بها لمدة ${days}، أو أقل إذا سحبت موافقتك.`,
    recognition: (name, registered) => [
      `يمكن أن تتعرّف ${name} عليك بصورة ذاتية عند عودتك، دون وثيقة هويتك.`,
      `لهذا الغرض تحتفظ الخدمة بهندسة وجهك (بيانات بيومترية) وبرموز محسوبة من صورك، مشفّرةً. ولا تحتفظ بأي صورة لهذا الغرض. ${registered}`,
      `القرار لك: بدون ذلك يستمر هذا التحقق بالطريقة نفسها. ويمكنك سحب موافقتك في أي وقت، في صفحة تحقق لاحق أو بالكتابة إلى ${name}.`,
    ],
  },
} as const satisfies Record<string, Words>;

type ServiceLocale = keyof typeof TEXTS;

/** The languages of the service's own text: those of the capture page. */
export const SERVICE_LOCALES = Object.keys(TEXTS) as ServiceLocale[];

/** Used for every other language. */
const DEFAULT_LOCALE = "en";

/** The language of the service's own text for a reader of this locale (BCP 47). */
export const serviceLocaleFor = (locale: string): ServiceLocale =>
  SERVICE_LOCALES.find((each) => each === locale.split("-")[0]) ?? DEFAULT_LOCALE;

/** The service's own text in this language, with paragraphs that an empty line parts. */
export function serviceText(
  locale: ServiceLocale,
  { name, retentionDays, isReturn, isAge, contest }: Asker,
): string {
  const words: Words = TEXTS[locale];
  const days = retentionDays === null ? null : words.days(retentionDays);
  const paragraphs = words.paragraphs(
    name,
    words.kept(name, days),
    contest === true ? ` ${words.contest}` : "",
  );
  if (isAge) {
    const [lead, kept] = words.age(name);
    return [lead, paragraphs[1], kept, paragraphs[4]].join("\n\n");
  }
  const shown = isReturn ? [...words.returning(name), ...paragraphs.slice(2)] : paragraphs;
  return shown.join("\n\n");
}

/** The service's text in this language on being recognised later, in the same form. */
export function recognitionText(locale: ServiceLocale, { name, registrationDays = null }: Asker): string {
  const words: Words = TEXTS[locale];
  const days = registrationDays === null ? null : words.days(registrationDays);
  return words.recognition(name, words.registered(name, days)).join("\n\n");
}
