import { beginSetup, finishSetup } from '@cardinal/contract/api/setup/setup.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { confirmationRule } from '@cardinal/primitives/password.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useEditor } from '../../kit/form/useEditor.ts';
import { PlainField } from '../../kit/PlainField.tsx';
import { EnrolmentCode } from '../../parts/identity/EnrolmentCode.tsx';
import { RECOVERY_WORDS, RecoveryCodeList } from '../../parts/identity/RecoveryCodeList.tsx';
import { navigate } from '../../shell/navigation.ts';
import { enter } from '../../shell/signedIn.ts';
import { readSiteAgain } from '../../shell/site.ts';

const words = {
  title: text('初始设置', 'Set up Cardinal'),
  step: text('第 {n} 步，共 3 步', 'Step {n} of 3'),
  intro: text(
    '这里还没有账号。创建公司和第一个管理员，只需一次。',
    'There are no accounts yet. Create your company and its first administrator, once.',
  ),
  setupCode: text('安装码', 'Set-up code'),
  setupCodeHelp: text('服务器启动时打印在日志中', 'Printed in the server log at its start'),
  company: text('公司名称', 'Company'),
  name: text('管理员姓名', 'Administrator’s name'),
  account: text('登录账号', 'Account'),
  accountHelp: text('4-32 位字母、数字和 . _ - @', '4-32 letters, digits and . _ - @'),
  passwordHelp: text(
    '6-16 位，须同时包含字母、数字和特殊符号',
    '6-16 characters, with letters, digits and special characters',
  ),
  confirmation: text('再次输入密码', 'Password again'),
  next: text('下一步', 'Next'),
  twoStep: text('开启两步验证', 'Turn on two-step verification'),
  twoStepWhy: text(
    '管理员可以操作所有的卡，登录时除密码外还需验证器上的数字。',
    'An administrator can act on every card, so signing in takes a code from your phone as well as the password.',
  ),
  create: text('创建并登录', 'Create and sign in'),
  toCarriers: text('接入运营商', 'Connect a carrier'),
  toConsole: text('进入控制台', 'Go to the console'),
};

const LABELS = {
  setupCode: words.setupCode,
  'company.name': words.company,
  'administrator.name': words.name,
  'administrator.account': words.account,
  'administrator.password': nouns.password,
  confirmation: words.confirmation,
};
type Field = keyof typeof LABELS;
type Draft = Readonly<Record<Field, string>>;
const EMPTY = Object.fromEntries(Object.keys(LABELS).map((field) => [field, ''])) as Draft;

const HELP = {
  setupCode: words.setupCodeHelp,
  'administrator.account': words.accountHelp,
  'administrator.password': words.passwordHelp,
} as const;
const LOOK: Record<Field, { type?: 'password'; autoComplete: string; maxLength: number }> = {
  setupCode: { autoComplete: 'off', maxLength: 64 },
  'company.name': { autoComplete: 'organization', maxLength: 30 },
  'administrator.name': { autoComplete: 'name', maxLength: 30 },
  'administrator.account': { autoComplete: 'username', maxLength: 32 },
  'administrator.password': { type: 'password', autoComplete: 'new-password', maxLength: 16 },
  confirmation: { type: 'password', autoComplete: 'new-password', maxLength: 16 },
};

const bodyOf = (draft: Draft) => ({
  setupCode: draft.setupCode.trim(),
  company: { name: draft['company.name'].trim() },
  administrator: {
    account: draft['administrator.account'].trim(),
    name: draft['administrator.name'].trim(),
    password: draft['administrator.password'],
  },
});

/** A step of the set-up; the first wrong field gets the focus. */
function Step(props: {
  n: number;
  title: string;
  intro: string;
  problems: Readonly<Record<string, string>>;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(props.problems)[0];
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }, [wrong]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <div>
        <small>{t(words.step, { n: props.n })}</small>
        <h1>{props.title}</h1>
        <Paragraph ink="secondary" above="s">
          {props.intro}
        </Paragraph>
      </div>
      {props.children}
    </form>
  );
}

type Enrolment = AnswerOf<typeof beginSetup>;

function Company(props: { initial: Draft; onDone: (draft: Draft, enrolment: Enrolment) => void }) {
  const t = useText();
  const editor = useEditor<typeof beginSetup, Draft>({
    endpoint: beginSetup,
    initial: props.initial,
    toBody: bodyOf,
    labels: LABELS,
    check: ({ confirmation, 'administrator.password': password }) => {
      const found = password === '' ? undefined : confirmationRule(password)(confirmation);
      return found ? { confirmation: t(found.text, { name: words.confirmation, ...found.facts }) } : undefined;
    },
    onDone: (enrolment) => props.onDone(editor.draft, enrolment),
  });
  const { draft, problems, isRunning } = editor;
  return (
    <Step n={1} title={t(words.title)} intro={t(words.intro)} problems={problems} onSubmit={() => void editor.save()}>
      {(Object.keys(LABELS) as Field[]).map((field) => (
        <PlainField
          key={field}
          {...LOOK[field]}
          label={t(LABELS[field])}
          name={field}
          autoCapitalize="none"
          spellCheck={false}
          value={draft[field]}
          onValue={(value) => editor.set({ [field]: value })}
          problem={problems[field]}
          help={field in HELP ? t(HELP[field as keyof typeof HELP]) : undefined}
        />
      ))}
      <button type="submit" className="button button-primary login-submit" disabled={isRunning}>
        {t(words.next)}
      </button>
    </Step>
  );
}

type Finished = AnswerOf<typeof finishSetup>;

function TwoSteps(props: {
  draft: Draft;
  enrolment: Enrolment;
  onBack: () => void;
  onDone: (answer: Finished) => void;
}) {
  const t = useText();
  const { secret, uri } = props.enrolment;
  const editor = useEditor<typeof finishSetup, { code: string }>({
    endpoint: finishSetup,
    initial: { code: '' },
    toBody: ({ code }) => ({ ...bodyOf(props.draft), twoStep: { secret, code: code.trim() } }),
    labels: { 'twoStep.code': nouns.oneTimeCode },
    onDone: props.onDone,
  });
  const { draft, problems, isRunning } = editor;
  return (
    <Step
      n={2}
      title={t(words.twoStep)}
      intro={t(words.twoStepWhy)}
      problems={problems}
      onSubmit={() => void editor.save()}
    >
      <EnrolmentCode secret={secret} uri={uri} />
      <PlainField
        label={t(nouns.oneTimeCode)}
        name="twoStep.code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={6}
        value={draft.code}
        onValue={(code) => editor.set({ code })}
        problem={problems['twoStep.code']}
      />
      <button type="submit" className="button button-primary login-submit" disabled={isRunning}>
        {t(words.create)}
      </button>
      <TextButton onClick={props.onBack}>{t(verbs.back)}</TextButton>
    </Step>
  );
}

function Codes(props: { answer: Finished }) {
  const t = useText();
  const copy = useCopy();
  const { recoveryCodes, ...session } = props.answer;
  const go = (path: '/dashboard' | '/system/platformConfig') => {
    void readSiteAgain();
    enter(session);
    navigate(path, { replace: true });
  };
  return (
    <Step
      n={3}
      title={t(RECOVERY_WORDS.title)}
      intro={t(RECOVERY_WORDS.why)}
      problems={{}}
      onSubmit={() => go('/dashboard')}
    >
      <RecoveryCodeList codes={recoveryCodes} />
      <Note>{t(RECOVERY_WORDS.once)}</Note>
      <button type="button" className="button" onClick={() => copy(recoveryCodes.join('\n'))}>
        {t(verbs.copyAll)}
      </button>
      <button type="submit" className="button button-primary login-submit">
        {t(words.toConsole)}
      </button>
      <TextButton onClick={() => go('/system/platformConfig')}>{t(words.toCarriers)}</TextButton>
    </Step>
  );
}

/** The way from an empty installation to its first administrator, in place of the login. */
export default function SetUp() {
  const [draft, setDraft] = useState(EMPTY);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [answer, setAnswer] = useState<Finished>();
  if (answer) return <Codes answer={answer} />;
  if (enrolment)
    return <TwoSteps draft={draft} enrolment={enrolment} onBack={() => setEnrolment(undefined)} onDone={setAnswer} />;
  return (
    <Company
      initial={draft}
      onDone={(entered, given) => {
        setDraft(entered);
        setEnrolment(given);
      }}
    />
  );
}
