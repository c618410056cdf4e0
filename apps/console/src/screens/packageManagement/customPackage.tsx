import { listCustomPackageReviews } from '@cardinal/contract/api/packages/customPackageReviews.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { OwnCustomPackages } from './_packages/OwnCustomPackages.tsx';

const PackageReviews = lazy(() => import('./_packages/PackageReviews.tsx'));

const words = {
  own: text('我的自定义套餐', 'My custom packages'),
  reviews: text('下级提交审核', 'To review'),
};

/** What the caller's customer puts together from packages it has, and what its children submitted to it. */
export default function CustomPackages() {
  const t = useText();
  if (!mayCall(listCustomPackageReviews)) return <OwnCustomPackages />;
  return (
    <TabbedScreen
      tabs={[
        { key: 'own', title: t(words.own), content: () => <OwnCustomPackages /> },
        {
          key: 'reviews',
          title: t(words.reviews),
          content: () => (
            <Suspense fallback={null}>
              <PackageReviews />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
