import { previewChips } from '@cardinal/contract/api/esimOperations/operations.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormField } from '../../../kit/form/formFields.ts';
import type { Asked } from './asked.ts';
import { planField, StepPlan } from './StepPlan.tsx';

const READY = text('将下发', 'Will be requested');
type Kind = BodyOf<typeof previewChips>['kind'];
type Wished = { readonly profileType?: unknown; readonly country?: unknown };
const said = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The preview of a request to chips. */
export function ChipPlan({ kind, eids, wish = {} }: { kind: Kind; eids: Asked; wish?: Wished }) {
  const body: BodyOf<typeof previewChips> = { kind, eids };
  const [profileType, country] = [said(wish.profileType), said(wish.country)];
  if (profileType !== undefined) body.profileType = profileType;
  if (country !== undefined) body.country = country;
  return <StepPlan preview={previewChips} body={body} ready={READY} />;
}

/** The plan at the end of a form: it follows the fields above it. */
export const chipPlanField = (kind: Kind, eids: Asked): FormField =>
  planField(({ values }) => <ChipPlan kind={kind} eids={eids} wish={values} />);
