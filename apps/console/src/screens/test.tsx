import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useCallback, useEffect, useState } from 'react';
import { browser, STORED } from '../http/browserStore.ts';
import { AppearanceButton, LanguageMenu, useLanguageOffer } from '../shell/Header.tsx';
import { Link } from '../shell/Link.tsx';
import { Mark } from '../shell/Logo.tsx';
import { useSite } from '../shell/site.ts';
import { CHECKS } from './_test/checks.ts';
import { BUILD } from './_test/consoleChecks.ts';
import type { Verdict } from './_test/verdict.ts';
import './_test/test.css';

const words = {
  title: nouns.selfCheck,
  intro: text(
    '逐项检查浏览器、网络、时钟和服务器，帮助判断问题出在哪里。结果不含个人信息。',
    'Checks browser, network, clock and server step by step to find the problem. The result contains no personal data.',
  ),
  running: text('检查中', 'Checking'),
  passed: text('通过', 'Passed'),
  failed: text('未通过', 'Failed'),
  again: text('重新检查', 'Check again'),
  copy: verbs.copyAll,
  toLogin: text('返回登录', 'Back to login'),
  version: nouns.consoleVersion,
  carriers: text('额外隐藏的运营商（仅测试站点）', 'Additional hidden carriers (test hosts only)'),
  fixedCode: text(
    '本机的登录验证码是固定的（CAPTCHA_FIXED），仅用于测试。',
    'The login captcha is fixed on this host (CAPTCHA_FIXED), for testing only.',
  ),
  carriersHint: text('刷新后生效', 'Takes effect after a reload'),
};

const LOOKS: Record<Verdict['state'] | 'running', StatusLook> = {
  running: { shape: 'half', tone: 'busy' },
  passed: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
};

function useChecks() {
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict>>>({});
  const [run, setRun] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is what begins anew
  useEffect(() => {
    let isCurrent = true;
    setVerdicts({});
    // Each runs on its own: a hanging one delays no other.
    for (const check of CHECKS) {
      check.run().then((verdict) => {
        if (isCurrent) setVerdicts((before) => ({ ...before, [check.key]: verdict }));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [run]);
  return { verdicts, again: useCallback(() => setRun((before) => before + 1), []) };
}

function HiddenCarriers() {
  const t = useText();
  const read = () => {
    try {
      const keys: unknown = JSON.parse(browser.read(STORED.hiddenCarriers) ?? '[]');
      return Array.isArray(keys) ? keys.map(String) : [];
    } catch {
      return [];
    }
  };
  const [hidden, setHidden] = useState(read);
  const change = (key: string, isHidden: boolean) => {
    const next = isHidden ? [...hidden, key] : hidden.filter((each) => each !== key);
    setHidden(next);
    browser.write(STORED.hiddenCarriers, JSON.stringify(next));
  };
  return (
    <fieldset className="test-carriers">
      <legend>{t(words.carriers)}</legend>
      {Platform.options
        .filter(({ key }) => key !== 'unknown' && key !== 'Gd')
        .map(({ key, label }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={hidden.includes(key)}
              onChange={(event) => change(key, event.target.checked)}
            />
            {t(label)}
          </label>
        ))}
      <Paragraph as="span" ink="secondary">
        {t(words.carriersHint)}
      </Paragraph>
    </fieldset>
  );
}

/** Self-test of browser, network, clock and server. Works without login and while the server is down. */
export default function SelfCheck() {
  const t = useText();
  const copy = useCopy();
  const language = useLanguage();
  const site = useSite();
  const isOffered = useLanguageOffer();
  const { verdicts, again } = useChecks();

  const said = (verdict: Verdict | undefined) => (verdict ? t(verdict.words, verdict.facts) : t(words.running));
  const report = () =>
    [
      `${t(words.title)} ${new Date().toISOString()}`,
      `${t(words.version)} ${BUILD}, ${language}`,
      ...CHECKS.map((check) => {
        const verdict = verdicts[check.key];
        return `[${t(words[verdict?.state ?? 'running'])}] ${t(check.title)}: ${said(verdict)}`;
      }),
    ].join('\n');

  return (
    <main className="test">
      <header>
        <Mark size={32} />
        <h1>{t(words.title)}</h1>
        {isOffered ? <LanguageMenu /> : null}
        <AppearanceButton />
      </header>
      <p>{t(words.intro)}</p>
      <ul>
        {CHECKS.map((check) => {
          const verdict = verdicts[check.key];
          const state = verdict?.state ?? 'running';
          return (
            <li key={check.key}>
              <b>{t(check.title)}</b>
              <StatusTag {...LOOKS[state]} word={t(words[state])} />
              <span>
                {verdict ? said(verdict) : null}
                {verdict?.hint ? <small>{t(verdict.hint)}</small> : null}
              </span>
            </li>
          );
        })}
      </ul>
      {site.isTestHost ? <HiddenCarriers /> : null}
      {site.isCaptchaFixed ? <Paragraph ink="secondary">{t(words.fixedCode)}</Paragraph> : null}
      <Inline justify="end">
        <Link to="/login" className="button">
          {t(words.toLogin)}
        </Link>
        <button type="button" className="button" onClick={again}>
          {t(words.again)}
        </button>
        <button type="button" className="button button-primary" onClick={() => copy(report())}>
          {t(words.copy)}
        </button>
      </Inline>
    </main>
  );
}
