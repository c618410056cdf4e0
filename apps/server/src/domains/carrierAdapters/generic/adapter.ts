import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import {
  PROFILE_OPERATION_NAMES,
  PROFILE_OPERATIONS,
  type ProfileOperation,
} from '@cardinal/contract/carrierProfiles/profileOperations.ts';
import { type ReadProfile, readProfile } from '@cardinal/contract/carrierProfiles/profileProblems.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { CarrierAdapter } from '../protocol/adapter.ts';
import type { Capabilities } from '../protocol/capabilities.ts';
import type { NetworkService } from '../protocol/operations.ts';
import { openProfileSession } from './call.ts';
import { operateBy } from './operate.ts';

const NOTHING: Capabilities = {
  operations: [],
  statusActions: [],
  confirmation: 'none',
  batchSizes: {},
  defaultLimits: { callsPerSecond: 1, inFlight: 1, perDay: null },
  quietSecondsPerCard: 0,
  cycleDay: 1,
  timeoutMs: 10_000,
  verifiedOn: null,
};

/** The operations a profile describes, and the status changes its status words allow. */
function capabilitiesOf(profile: CarrierProfile, platform: Platform): Capabilities {
  const described = PROFILE_OPERATION_NAMES.filter((name) => profile.operations[name]);
  const canSet = profile.operations.setStatus !== undefined;
  const asked = Object.keys(profile.statuses).filter((status) => !profile.heardOnly.includes(status));
  const moves = STATUS_TABLES[platform].asked.filter(({ to }) => canSet && asked.includes(to));
  const batches = described.flatMap((name): [string, number][] => {
    const size = profile.operations[name]?.batchSize ?? profile.operations[name]?.paging?.pageSize;
    const isMany = (PROFILE_OPERATIONS[name] as ProfileOperation).rows;
    return isMany && size !== undefined ? [[name, size]] : [];
  });
  const speeds = Object.keys(profile.speeds ?? {}).filter((speed) => speed !== 'none');
  const services = Object.keys(profile.services ?? {}) as NetworkService[];
  return {
    operations: profile.auth.kind === 'token' ? ['openSession', ...described] : described,
    statusActions: [...new Set(moves.map(({ action }) => action))],
    confirmation: profile.confirmation,
    batchSizes: Object.fromEntries(batches),
    defaultLimits: profile.limits,
    ...(profile.operations.setSpeed ? { speeds: speeds.map(Number) } : {}),
    ...(profile.operations.setService ? { services } : {}),
    ...(profile.usualDelayMinutes ? { usualDelayMinutes: withoutGaps(profile.usualDelayMinutes) } : {}),
    quietSecondsPerCard: profile.quietSecondsPerCard,
    cycleDay: profile.cycleDay,
    timeoutMs: profile.timeoutMs,
    verifiedOn: profile.verifiedOn ?? null,
  };
}

function withoutGaps({ status, usage }: { status?: number | undefined; usage?: number | undefined }) {
  return { ...(status === undefined ? {} : { status }), ...(usage === undefined ? {} : { usage }) };
}

/** A carrier family whose interface is described by a document per account instead of by code. */
export function configured(key: string, name: Text, platform: Platform, subType: number | null = null): CarrierAdapter {
  const unshaped: CarrierAdapter = {
    key,
    name,
    platform,
    subType,
    credentials: [],
    capabilities: NOTHING,
    operate: {},
    readProfile: (document): ReadProfile => readProfile(document, Object.keys(STATUS_TABLES[platform].statuses)),
    shape: (profile, watch) => {
      const { auth } = profile;
      return {
        ...unshaped,
        credentials: profile.credentials.map(({ label, ...field }) => ({ ...field, label: text(label.zh, label.en) })),
        capabilities: capabilitiesOf(profile, platform),
        operate: {
          ...operateBy(profile, watch),
          ...(auth.kind === 'token' ? { openSession: (line) => openProfileSession(profile, auth, line, watch) } : {}),
        },
      };
    },
  };
  return unshaped;
}
