import { limitFlowPackage, readFlowPackage } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { LimitSource } from '@cardinal/contract/enumerations/control.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type * as z from 'zod';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import TiersEditor from '../_limits/TiersEditor.tsx';
import { draftsOf, type GroupDraft, NEW_GROUP, tiersTyped } from '../_limits/tierDrafts.ts';
import { type Governed, limitOptions, type Offered } from './limitOptions.ts';

const words = {
  by: text('限速方式', 'Limited by'),
  rule: text('按流控规则，不单独设置', 'As the rules say'),
  tiers: text('专用分段', 'Own tiers'),
  saved: text('限速已保存', 'Limit saved'),
  noStrategy: text('请选择策略', 'Choose a strategy'),
};
const { chosen, own, rule } = LimitSource.values;

const SEGMENTED = SpeedLimitType.values.segmented;

function bodyOf({ by, limitStrategyId, ownTiers }: Values) {
  return {
    limitStrategyId: by === chosen ? limitStrategyId : null,
    ownTiers: by === own ? tiersTyped(SEGMENTED, ownTiers as readonly GroupDraft[]) : null,
  };
}

const valuesOf = ({ version, limitStrategyId, ownTiers }: Governed): Values => ({
  version,
  by: ownTiers !== null ? own : limitStrategyId !== null ? chosen : rule,
  limitStrategyId: limitStrategyId ?? undefined,
  ownTiers: ownTiers === null ? [NEW_GROUP] : draftsOf(ownTiers),
});

/** The limit of a package: as the rules say, by another strategy, or by tiers of its own. */
export default function LimitForm(props: {
  of: Governed;
  query: z.input<typeof readFlowPackage.query>;
  offered: Offered;
  onClose: () => void;
}) {
  const t = useText();
  const { of, query, offered } = props;
  return (
    <FormDrawer
      endpoint={limitFlowPackage}
      title={`${t(limitFlowPackage.summary)} · ${of.packageCode}`}
      width={600}
      fields={[
        {
          name: 'by',
          kind: 'select',
          label: words.by,
          isRequired: true,
          options: [
            { value: rule, label: words.rule },
            { value: chosen, label: LimitSource.labelOf(chosen) },
            { value: own, label: LimitSource.labelOf(own) },
          ],
        },
        {
          name: 'limitStrategyId',
          kind: 'select',
          label: nouns.strategy,
          isRequired: true,
          options: limitOptions(offered, { id: of.limitStrategyId, name: of.limitStrategyName }),
          isHidden: ({ by }) => by !== chosen,
        },
        {
          name: 'ownTiers',
          kind: 'own',
          label: words.tiers,
          isRequired: true,
          isHidden: ({ by }) => by !== own,
          control: (control) => (
            <TiersEditor
              own={{
                ...control,
                values: { type: SEGMENTED },
                problems: Object.fromEntries(
                  Object.entries(control.problems).map(([path, words]) => [path.replace(/^ownTiers/, 'tiers'), words]),
                ),
              }}
              speeds={offered?.speeds ?? []}
            />
          ),
        },
      ]}
      initial={valuesOf(of)}
      anew={async () => valuesOf(await readAgain(readFlowPackage, query))}
      toBody={(values) => ({ id: of.id, version: values['version'], ...bodyOf(values) })}
      check={({ by, limitStrategyId }) =>
        by === chosen && !limitStrategyId ? { limitStrategyId: t(words.noStrategy) } : undefined
      }
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
