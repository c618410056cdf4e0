import { ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import zh from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useMemo } from 'react';
import { useLanguage } from './language.tsx';
import type { Appearance } from './palette.ts';
import { antdTheme } from './theme.ts';

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * In a multiple select antd picks the highlighted option on Tab, even when a user only passes through. Here Tab leaves and
 * Enter picks.
 */
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Tab' || !(event.target instanceof Element)) return;
    if (event.target.closest('.ant-select-multiple.ant-select-open')) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** antd with this product's theme and texts. All antd components are below it; the shell does not use antd. */
export function AntdLook(props: { appearance: Appearance; children: ReactNode }) {
  const language = useLanguage();
  dayjs.locale(language === 'en' ? 'en' : 'zh-cn');
  const theme = useMemo(() => antdTheme(props.appearance, wantsMotion()), [props.appearance]);
  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'en' ? en : zh}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      {props.children}
    </ConfigProvider>
  );
}
