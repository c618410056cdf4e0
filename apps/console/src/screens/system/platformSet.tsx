import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { DetailTabs } from '../../kit/DetailTabs.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { usePlatformSettings } from './_platformSet/usePlatformSettings.ts';

const Families = lazy(() => import('./_platformSet/Families.tsx'));
const Sites = lazy(() => import('./_platformSet/Sites.tsx'));
const BusinessRules = lazy(() => import('./_platformSet/BusinessRules.tsx'));
const Limits = lazy(() => import('./_platformSet/Limits.tsx'));

const words = {
  title: text('平台设置', 'Platform settings'),
  rules: text('业务规则', 'Business rules'),
  limits: text('安全与限制', 'Security and limits'),
  failed: text('平台设置加载失败', 'Failed to load platform settings'),
};

export default function PlatformSet() {
  const t = useText();
  const { data, error, refetch } = usePlatformSettings();
  return (
    <>
      <h1>{t(words.title)}</h1>
      {data ? (
        <Suspense fallback={<DetailSkeleton />}>
          <DetailTabs
            label={t(words.title)}
            tabs={[
              { key: 'families', title: t(nouns.carriers), content: () => <Families settings={data.settings} /> },
              { key: 'sites', title: t(nouns.hosts), content: () => <Sites {...data} /> },
              { key: 'rules', title: t(words.rules), content: () => <BusinessRules {...data} /> },
              { key: 'limits', title: t(words.limits), content: () => <Limits {...data} /> },
            ]}
          />
        </Suspense>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </>
  );
}
