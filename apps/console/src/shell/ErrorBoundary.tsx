import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ErrorState } from '@cardinal/ui/States.tsx';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportFault } from './faultReports.ts';
import { isLostFile } from './lostFile.ts';

const words = {
  title: text('页面出错了', 'This page failed'),
  hint: text(
    '其他标签页不受影响，已保存的数据没有丢失。可以重试；若仍出错，请联系管理员。',
    'Other tabs are not affected and no saved data is lost. Try again; if the problem persists, contact an administrator.',
  ),
  retry: text('重试', 'Try again'),
  upgraded: text('系统刚刚升级', 'The system was just upgraded'),
  upgradedHint: text(
    '这部分页面来自旧版本，刷新后继续。',
    'This part of the page is from the previous version. Reload to continue.',
  ),
};

function Failed(props: { error: unknown; onRetry: () => void }) {
  const t = useText();
  if (isLostFile(props.error)) {
    return (
      <ErrorState
        title={t(words.upgraded)}
        hint={t(words.upgradedHint)}
        action={
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            {t(verbs.reloadPage)}
          </button>
        }
      />
    );
  }
  return (
    <ErrorState
      title={t(words.title)}
      hint={t(words.hint)}
      action={
        <button type="button" className="button button-primary" onClick={props.onRetry}>
          {t(words.retry)}
        </button>
      }
    />
  );
}

/** Contains an error in its screen, and reports it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean; error?: unknown }> {
  override state: { hasFailed: boolean; error?: unknown } = { hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    return { hasFailed: true, error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    reportFault(error, info.componentStack ?? undefined);
  }

  override render() {
    if (this.state.hasFailed) {
      return <Failed error={this.state.error} onRetry={() => this.setState({ hasFailed: false })} />;
    }
    return this.props.children;
  }
}

/** For optional parts: a failing one is omitted, and the error is reported. */
export class Quietly extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    if (!isLostFile(error)) reportFault(error, info.componentStack ?? undefined);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
