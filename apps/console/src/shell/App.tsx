import { CopyAnnouncer } from '@cardinal/ui/Copy.tsx';
import { LanguageProvider } from '@cardinal/ui/language.tsx';
import { paint } from '@cardinal/ui/palette.ts';
import { VolumeUnitProvider } from '@cardinal/ui/Quantity.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { currentLanguage } from '../http/languageChoice.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Questions } from './Questions.tsx';
import { queries } from './queries.ts';
import { Router } from './Router.tsx';
import { useShell } from './shellState.ts';
import { useSignedIn } from './signedIn.ts';
import { ToastStack } from './ToastStack.tsx';
import { toast } from './toasts.ts';

const language = currentLanguage();
const announceCopy = (message: string, succeeded: boolean) => toast[succeeded ? 'success' : 'warning'](message);

export function App() {
  const appearance = useShell((shell) => shell.appearance);
  const unit = useSignedIn(({ look }) => look?.volumeUnit);
  useLayoutEffect(() => {
    paint(document.documentElement, appearance);
    document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  }, [appearance]);
  return (
    <LanguageProvider language={language}>
      <QueryClientProvider client={queries}>
        <CopyAnnouncer announce={announceCopy}>
          <ErrorBoundary>
            <VolumeUnitProvider unit={unit === 'auto' ? undefined : unit}>
              <Router />
            </VolumeUnitProvider>
          </ErrorBoundary>
          <Questions />
          <ToastStack />
        </CopyAnnouncer>
      </QueryClientProvider>
    </LanguageProvider>
  );
}
