import { editPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import type { SiteSettings } from '@cardinal/contract/siteSettings.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Switch } from 'antd';
import { useId } from 'react';
import { useChange } from '../../../kit/change.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { SETTINGS_SAVED } from './usePlatformSettings.ts';

const words = {
  reviews: text('自定义套餐须上级审核', 'Custom packages are reviewed by the parent'),
  reviewsHelp: text(
    '开启后，新建或修改的自定义套餐经制作方的直属上级通过后才能上架、分配和订购。此前建立的不受影响，直到被修改；已售出的不受影响。',
    'While on, a new or changed custom package can be published, given and ordered only once its maker’s parent has passed it. Those made before stay on sale until they are changed; what was sold stays.',
  ),
};

/** How business is done on the whole platform. */
export default function BusinessRules(props: { version: number; settings: SiteSettings }) {
  const { version, settings } = props;
  const t = useText();
  const id = useId();
  const saving = useChange(editPlatformSettings, { done: t(SETTINGS_SAVED) });
  return (
    <>
      <Inline gap="m">
        <Switch
          id={id}
          checked={settings.reviewsCustomPackages}
          disabled={!mayCall(editPlatformSettings)}
          loading={saving.isRunning}
          aria-describedby={`${id}-help`}
          onChange={(reviewsCustomPackages) =>
            void saving.run({ body: { version, settings: { ...settings, reviewsCustomPackages } } })
          }
        />
        <label htmlFor={id}>
          <Span weight="strong">{t(words.reviews)}</Span>
        </label>
      </Inline>
      <Paragraph id={`${id}-help`} ink="secondary" above="s">
        {t(words.reviewsHelp)}
      </Paragraph>
    </>
  );
}
