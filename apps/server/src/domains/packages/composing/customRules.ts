import type { PackageType } from '@cardinal/contract/enumerations/package.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { isRefuelling } from '../definitions/packageRules.ts';
import type { KeptTerms } from '../definitions/packageStore.ts';

/** What a custom package can be put together from. */
export type Base = {
  readonly type: PackageType;
  readonly isCustom: boolean;
  readonly terms: KeptTerms;
};

const addOn = problem('加油包不能作为基础套餐', 'An add-on cannot be the base');
const customBase = problem('自定义套餐不能作为基础套餐', 'A custom package cannot be the base');
const endless = problem('基础套餐不限量，请填写每份流量', 'The base has unlimited data: enter the volume of each');
const noData = problem('基础套餐不含流量', 'The base has no data');
const tooMuch = (most: string): Problem =>
  problem('不能超过基础套餐的 {most}', 'Must be at most {most} as in the base', { most });

/** What is wrong with a base, or with cutting its data, each at its field. */
export function customProblems(
  { type, isCustom, terms }: Base,
  flowBytes: string | null | undefined,
): (readonly [field: 'basePackageId' | 'flowBytes', problem: Problem])[] {
  if (isRefuelling(type)) return [['basePackageId', addOn]];
  if (isCustom) return [['basePackageId', customBase]];
  if (terms.flow_bytes === null) return flowBytes == null ? [['flowBytes', endless]] : [];
  if (flowBytes == null) return [];
  if (terms.flow_bytes === '0') return [['flowBytes', noData]];
  const most = BigInt(terms.flow_bytes);
  return BigInt(flowBytes) > most ? [['flowBytes', tooMuch(volumeText(most))]] : [];
}

/** The terms of each record: those of the base, with less data if it is cut. */
export function customTerms(base: KeptTerms, units: number, flowBytes: string | null | undefined): KeptTerms {
  const isCut = flowBytes != null && flowBytes !== base.flow_bytes;
  return { ...base, units, ...(isCut ? { flow_bytes: flowBytes, flow_spec_id: null } : {}) };
}
