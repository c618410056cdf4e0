import { OnlineState, type Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Facts, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { AnswerOf, CarrierDevice, CarrierOutcome, CarrierSession } from '../../carriers/face.ts';
import { CAP_ADVICE, capReached } from './cardDiagnosis.ts';

export type StepKey =
  | 'status'
  | 'reasons'
  | 'power'
  | 'services'
  | 'cap'
  | 'session'
  | 'device'
  | 'realName'
  | 'carrier';

/** One checked item; `unknown` if it cannot be determined, and `words` says why. */
export type Step = {
  readonly key: StepKey;
  /** If absent, the default words of its key. */
  readonly name?: Text;
  readonly verdict: 'good' | 'bad' | 'unknown';
  readonly words: Text;
  readonly advice: Text | null;
};

export const STEP_NAMES: Readonly<Record<StepKey, Text>> = {
  status: text('运营商侧状态', 'Status at the carrier'),
  reasons: text('停机原因', 'Stop reason'),
  power: text('设备开关机', 'Device power'),
  services: text('网络功能', 'Network services'),
  cap: text('达量断网', 'Usage cap'),
  session: text('数据会话', 'Data session'),
  device: text('机卡绑定', 'Device binding'),
  realName: text('实名', 'Real name'),
  carrier: text('运营商诊断', "The carrier's own check"),
};

const NOT_OFFERED = text('该通道不提供此项查询', 'Not supported by this carrier account');
const NOT_NOW = text('暂时无法查询：{why}', 'Cannot be queried now: {why}');
const RETRY = text('{why}，可重试', '{why}; you can retry');

export const filledText = (words: Text, facts: Facts): Text =>
  text(say(words, 'zh_CN', facts), say(words, 'en', facts));

/** Why a call brought no information; undefined for an answer. */
export function whyUnknown(outcome: CarrierOutcome<unknown>): Text | undefined {
  switch (outcome.kind) {
    case 'ok':
      return undefined;
    case 'refused':
      return outcome.code === 'notOffered' ? NOT_OFFERED : outcome.words;
    case 'unclear':
      return filledText(RETRY, { why: outcome.words });
    case 'unavailable':
      return filledText(NOT_NOW, { why: outcome.words });
  }
}

/** Unknown is not offline: without an answer no state is reported. */
export const onlineStateOf = (outcome: CarrierOutcome<CarrierSession>): OnlineState =>
  outcome.kind !== 'ok'
    ? OnlineState.values.unknown
    : outcome.answer.isOnline
      ? OnlineState.values.online
      : OnlineState.values.offline;

const unknown = (key: StepKey, words: Text, advice: Text | null = null): Step => ({
  key,
  verdict: 'unknown',
  words,
  advice,
});
const good = (key: StepKey, words: Text): Step => ({ key, verdict: 'good', words, advice: null });
const bad = (key: StepKey, words: Text, advice: Text): Step => ({ key, verdict: 'bad', words, advice });

const ASK_AGAIN = text('稍后再查一次', 'Query again later');

/** A query without an answer: a carrier that did not answer may do so later, an operation that is not offered never will. */
const untold = (key: StepKey, outcome: CarrierOutcome<unknown>): Step =>
  unknown(key, whyUnknown(outcome) ?? NOT_OFFERED, outcome.kind === 'refused' ? null : ASK_AGAIN);

/** A step from a query: what the answer means, or why there is none. */
function stepOf<A>(key: StepKey, outcome: CarrierOutcome<A>, judge: (answer: A) => Step): Step {
  return outcome.kind === 'ok' ? judge(outcome.answer) : untold(key, outcome);
}

export function statusStep(platform: Platform, ours: string, outcome: CarrierOutcome<CarrierDevice>): Step {
  return stepOf('status', outcome, ({ status }) => {
    const words = statusTextOf(platform, status);
    if (status !== ours) {
      return bad(
        'status',
        filledText(text('运营商为 {theirs}，平台为 {ours}', 'Carrier: {theirs}; platform: {ours}'), {
          theirs: words,
          ours: statusTextOf(platform, ours),
        }),
        text(
          '已按运营商的状态更新，请重新确认',
          "Taken over from the carrier just now; look at the card's state again",
        ),
      );
    }
    switch (lifecycleOf(platform, status)) {
      case 'activated':
        return good('status', words);
      case 'unactivated':
        return bad('status', words, text('激活后才能使用', 'Activate the card to use it'));
      case 'stopped':
        return bad('status', words, text('处理停机原因后复机', 'Resolve the stop reason, then restart'));
      case 'cancelled':
        return bad('status', words, text('已销户，请更换卡片', 'Cancelled; use another card'));
      default:
        return unknown('status', words);
    }
  });
}

export const reasonsStep = (outcome: CarrierOutcome<AnswerOf<'getStopReasons'>>): Step =>
  stepOf('reasons', outcome, ({ code, words }) =>
    code === null
      ? good('reasons', words)
      : bad('reasons', words, text('按运营商的停机原因处理', "Act on the carrier's stop reason")),
  );

export const powerStep = (outcome: CarrierOutcome<AnswerOf<'getPower'>>): Step =>
  stepOf('power', outcome, ({ isOn }) =>
    isOn
      ? good('power', text('开机', 'On'))
      : bad(
          'power',
          text('关机或不在网络中', 'Powered off or not attached to the network'),
          text('检查设备供电、天线和卡座', 'Check power, antenna and the card slot'),
        ),
  );

const SERVICE_WORDS = {
  data: text('数据', 'data'),
  voice: text('语音', 'voice'),
  sms: text('短信', 'SMS'),
  roaming: text('漫游', 'roaming'),
} as const;

export const servicesStep = (outcome: CarrierOutcome<AnswerOf<'getServices'>>): Step =>
  stepOf('services', outcome, ({ services }) => {
    const data = services.filter(({ service }) => service === 'data');
    const off = services.filter(({ isOn }) => !isOn).map(({ service }) => SERVICE_WORDS[service]);
    const names = text(off.map(({ zh }) => zh).join('、'), off.map(({ en }) => en).join(', '));
    const words =
      off.length === 0 ? text('全部开通', 'All on') : filledText(text('未开通：{names}', 'Off: {names}'), { names });
    return data.length > 0 && data.every(({ isOn }) => !isOn)
      ? bad('services', words, text('开通数据功能', 'Turn data on'))
      : good('services', words);
  });

const MB = 1_048_576n;

/** For a cap set through the platform: its use in the running cycle, as the carrier last reported it. */
export function capStep(capMb: number, cycleUsed: bigint | null): Step {
  if (capReached({ usageCapMb: capMb, cycleUsed })) {
    return bad(
      'cap',
      text(`已达 ${capMb} MB 阈值，数据已断开`, `The cap of ${capMb} MB is reached, data is cut off`),
      CAP_ADVICE,
    );
  }
  if (cycleUsed === null) {
    return unknown(
      'cap',
      text(`阈值 ${capMb} MB，本账期用量未知`, `A cap of ${capMb} MB; what this cycle used is unknown`),
    );
  }
  const used = cycleUsed / MB;
  return good('cap', text(`未达到：已用 ${used} / ${capMb} MB`, `Not reached: ${used} of ${capMb} MB`));
}

export const sessionStep = (outcome: CarrierOutcome<CarrierSession>): Step =>
  stepOf('session', outcome, ({ isOnline, ipAddress, apn, startedAt }) => {
    if (isOnline) {
      const place = [ipAddress, apn].filter(Boolean).join(' · ');
      return good('session', text(place ? `在线 ${place}` : '在线', place ? `Online ${place}` : 'Online'));
    }
    return bad(
      'session',
      startedAt ? text('离线', 'Offline') : text('从未有过会话', 'No sessions yet'),
      text('检查设备的 APN 设置与信号', "Check the device's APN and its signal"),
    );
  });

const NOT_SEPARATED = text('未发现机卡分离', 'In the bound device');
const NOT_BOUND = text('未绑定', 'Not bound');

export const deviceStep = (outcome: CarrierOutcome<AnswerOf<'getBinding'>>): Step =>
  stepOf('device', outcome, ({ boundImei, isSeparated }) => {
    if (isSeparated) {
      return bad(
        'device',
        text('卡与绑定的设备已分离', 'The card is not in its bound device'),
        text('把卡放回绑定的设备，或解除绑定', 'Return the card to the bound device, or unbind it'),
      );
    }
    if (boundImei) return good('device', text(`已绑定 ${boundImei}`, `Bound to ${boundImei}`));
    // Some carriers report only whether a card has left its device.
    return isSeparated === false ? good('device', NOT_SEPARATED) : good('device', NOT_BOUND);
  });

export const realNameStep = (outcome: CarrierOutcome<AnswerOf<'getRealName'>>): Step =>
  stepOf('realName', outcome, ({ isDone, words }) =>
    isDone
      ? good('realName', text('已实名', 'Done'))
      : {
          key: 'realName',
          verdict: 'unknown',
          words: words ?? text('未实名', 'Not done'),
          advice: text(
            '若因未实名停机，请先完成实名',
            'If stopped for missing real name, complete real-name registration first',
          ),
        },
  );

const CARRIER_FOUND = text(
  '按运营商的结论处理；仍不通则报障',
  'Follow the carrier’s finding; report a fault if that does not help',
);

/** The carrier's own diagnosis, one step per check. */
export const carrierSteps = (outcome: CarrierOutcome<AnswerOf<'diagnose'>>): Step[] =>
  outcome.kind === 'ok'
    ? outcome.answer.steps.map(({ name, isGood, words }) => ({
        key: 'carrier' as const,
        name,
        verdict: isGood === null ? ('unknown' as const) : isGood ? ('good' as const) : ('bad' as const),
        words,
        advice: isGood === false ? CARRIER_FOUND : null,
      }))
    : [untold('carrier', outcome)];

export type Conclusion = { readonly state: 'good' | 'attention' | 'bad'; readonly words: Text };

const ALL_GOOD = text('在线，未发现异常', 'Online; no problems found');
const NOTHING_FOUND = text(
  '网络侧未发现异常：请检查设备的供电、天线与 APN 设置',
  "Nothing amiss on the network's side: check the device's power, antenna and APN",
);
const ONLINE_BUT = text('在线；另外，{words}', 'Online; besides: {words}');
const NOT_TOLD = text(
  '运营商没有给出足够的信息，请稍后重试',
  'The carrier did not provide enough information; try again later',
);

/**
 * The explanation: a known fact of the card that blocks it, otherwise the first bad step on the carrier's side, with its
 * advice. `kept` is the diagnosis from stored facts.
 */
export function concluded(kept: Conclusion, steps: readonly Step[]): Conclusion {
  if (kept.state === 'bad') return kept;
  const first = steps.find((step) => step.verdict === 'bad' && step.key !== 'session');
  const session = steps.find(({ key }) => key === 'session');
  if (first) {
    const words = first.advice
      ? filledText(text('{found} → {advice}', '{found}: {advice}'), { found: first.words, advice: first.advice })
      : first.words;
    // A step that does not keep a card offline explains nothing; it is only worth a look.
    return session?.verdict === 'good'
      ? { state: 'attention', words: filledText(ONLINE_BUT, { words }) }
      : { state: 'bad', words };
  }
  if (session?.verdict === 'good') return kept.state === 'good' ? { state: 'good', words: ALL_GOOD } : kept;
  if (session?.verdict === 'bad') return { state: 'attention', words: NOTHING_FOUND };
  return kept.state === 'attention' ? kept : { state: 'attention', words: NOT_TOLD };
}
