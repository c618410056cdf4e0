import type { previewFlowSwitch, switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../kit/change.ts';
import { FactsList } from '../../kit/FactsList.tsx';
import { useRead } from '../../kit/useRead.ts';
import { SWITCHED, SwitchSheet } from './SwitchSheet.tsx';
import type { Target } from './strategyStates.ts';

export type SwitchProps = {
  readonly of: { readonly id: string; readonly name: string };
  readonly to: Target;
  readonly onClose: () => void;
};

/** What every switch without a choice of its own answers; its previews have figures of their own beside it. */
type Preview = Pick<AnswerOf<typeof previewFlowSwitch>, 'version' | 'needsSecond' | 'wantedBy'>;

/** What another state of a rule would mean in figures, and setting it. Asked by id, set by id and version. */
export function SwitchByPreview<E extends Endpoint>(
  props: SwitchProps & {
    readonly preview: E;
    readonly change: Endpoint;
    readonly meaning: Readonly<Record<Target, Text>>;
    readonly figures: (
      preview: AnswerOf<E>,
    ) => readonly { readonly label: Text; readonly count: number; readonly words?: Text }[];
  },
) {
  const t = useText();
  const { to, onClose } = props;
  const { id, name } = props.of;
  // The endpoints of all switches take and answer what those of flow strategies do, and more.
  const asked = useRead(props.preview as unknown as typeof previewFlowSwitch, { id });
  const change = useChange(props.change as unknown as typeof switchFlowStrategy, {
    done: ({ state, waitsForSecond }) =>
      waitsForSecond ? t(SWITCHED.waits) : t(SWITCHED.done, { name, state: t(OperationState.labelOf(state)) }),
  });
  const confirm = async (version: number) => {
    if (await change.run({ body: { id, version, state: to } })) onClose();
  };
  return (
    <SwitchSheet
      {...{ name, to, onClose }}
      preview={asked}
      meaning={props.meaning[to]}
      isRunning={change.isRunning}
      onConfirm={({ version }: Preview) => void confirm(version)}
    >
      {(data) => (
        <FactsList
          facts={props.figures(data as unknown as AnswerOf<E>).map(({ label, count, words }) => ({
            label,
            value: words ? t(words, { n: countAmount(count) }) : countAmount(count),
          }))}
        />
      )}
    </SwitchSheet>
  );
}
