import { ROUTES, SECTIONS } from '@cardinal/contract/routes/table.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type Check, failed, passed, unreachable } from './verdict.ts';

/** The current build. */
export const BUILD = String(import.meta.env['VITE_BUILD'] ?? 'dev');

const TOO_LONG_MS = 8000;

/** The console's entry script: its file name carries the hash of the build. */
export const programOf = (page: Document): string | null =>
  page.querySelector('script[type=module][src*=assets],script[type=module][src*=main]')?.getAttribute('src') ?? null;

/** Titles missing in one language. */
export const untranslated = (titles: readonly Text[]): readonly Text[] =>
  titles.filter(({ zh, en }) => zh.trim() === '' || en.trim() === '');

/** Checks the console itself: the build the server currently serves, and its texts. */
export const CONSOLE_CHECKS: readonly Check[] = [
  {
    key: 'version',
    title: nouns.consoleVersion,
    run: async () => {
      // The console is served by this page's origin, whichever API it talks to.
      const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(TOO_LONG_MS) }).catch(
        () => null,
      );
      if (!answer?.ok) return unreachable;
      const offered = programOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      return offered === programOf(document)
        ? passed(text('{build}，与服务器一致', '{build}, same as the server'), { build: BUILD })
        : failed(
            text('{build}，服务器上已有另一版本', '{build}; the server runs another version'),
            text('刷新页面以使用新版本。', 'Reload the page to use the new version.'),
            { build: BUILD },
          );
    },
  },
  {
    key: 'languages',
    title: text('语言文件', 'Language files'),
    run: async () => {
      const titles = [...ROUTES, ...SECTIONS].map(({ title }) => title);
      const missing = untranslated(titles);
      try {
        // It brings the texts of tables, calendars and forms.
        await import('../../kit/KitLook.tsx');
      } catch {
        return failed(
          text('语言文件没有加载', 'Language files did not load'),
          text('网络中断，或系统刚刚升级：刷新页面。', 'Network failure or a recent upgrade. Reload the page.'),
        );
      }
      return missing.length === 0
        ? passed(text('中文和英文完整', 'Chinese and English are complete'))
        : failed(
            text('缺少 {n} 条翻译', '{n} {n|text is|texts are} missing'),
            text('请把此结果发给平台。', 'Send this result to the platform.'),
            { n: missing.length },
          );
    },
  },
];
