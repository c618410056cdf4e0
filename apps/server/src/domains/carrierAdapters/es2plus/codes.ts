import { type Text, text } from '@cardinal/primitives/text.ts';

/** The subject of a status code, SGP.22 §5.2.6. */
const SUBJECTS: Readonly<Record<string, Text>> = {
  '1.1': text('请求方', 'function requester'),
  '1.2': text('服务方', 'function provider'),
  '1.3.1': text('参数格式', 'format'),
  '1.6': text('功能', 'function'),
  '8.1.1': text('芯片 EID', 'EID'),
  '8.2.1': text('码号', 'profile'),
  '8.2.5': text('码号类型', 'profile type'),
  '8.2.6': text('匹配码', 'matching id'),
  '8.2.7': text('确认码', 'confirmation code'),
  '8.8.1': text('SM-DP+ 地址', 'SM-DP+ address'),
  '8.8.5': text('下载订单', 'download order'),
  '8.9': text('SM-DS', 'SM-DS'),
  '8.9.5': text('SM-DS 事件', 'event record'),
  '8.10.1': text('会话', 'transaction'),
  '8.11.1': text('CI 公钥', 'CI public key'),
};

/** The reason of a status code. */
const REASONS: Readonly<Record<string, Text>> = {
  '1.1': text('不被允许', 'not allowed'),
  '1.2': text('不被允许', 'not allowed'),
  '2.1': text('无效', 'invalid'),
  '2.2': text('缺失', 'missing'),
  '2.3': text('在此情况下缺失', 'missing in this case'),
  '3.1': text('不支持', 'unsupported'),
  '3.3': text('已被占用', 'already in use'),
  '3.5': text('当前状态不允许', 'invalid transition'),
  '3.7': text('不可用', 'unavailable'),
  '3.8': text('被拒绝', 'refused'),
  '3.9': text('未知', 'unknown'),
  '3.10': text('关联不符', 'invalid association'),
  '4.2': text('执行出错', 'execution error'),
  '4.8': text('存储空间不足', 'not enough memory'),
  '4.10': text('已超过有效时间', 'time to live passed'),
  '5.1': text('无法访问', 'inaccessible'),
  '6.1': text('校验失败', 'verification failed'),
  '6.3': text('已过期', 'expired'),
  '6.4': text('尝试次数过多', 'number of tries passed'),
};

/** Combinations that mean more than their two parts. */
const TOGETHER: Readonly<Record<string, Text>> = {
  '8.1.1/2.2': text('缺少 EID', 'EID missing'),
  '8.1.1/3.9': text('SM-DP+ 不认识该 EID', 'EID unknown to the SM-DP+'),
  '8.1.1/3.10': text('该码号已关联其他 EID', 'The number is already linked to another EID'),
  '8.1.1/4.8': text('芯片存储空间不足', 'Not enough memory on the chip'),
  '8.2.1/1.2': text('该码号不属于本账号', 'The number does not belong to this account'),
  '8.2.1/2.2': text('缺少 ICCID', 'ICCID missing'),
  '8.2.1/3.3': text('该码号不可用或已被下载', 'The number is unavailable or already downloaded'),
  '8.2.1/3.5': text('该码号当前状态不允许此操作', 'The number’s state does not allow this operation'),
  '8.2.1/3.9': text('SM-DP+ 不认识该 ICCID', 'ICCID unknown to the SM-DP+'),
  '8.2.1/3.10': text('该码号关联不符', 'The number’s link does not match'),
  '8.2.5/1.2': text('该类型码号不属于本账号', 'Numbers of this type do not belong to this account'),
  '8.2.5/3.7': text('该类型码号已用完', 'No numbers of this type left'),
  '8.2.5/3.8': text('码号类型不符', 'Number type does not match'),
  '8.2.5/3.9': text('未知的码号类型', 'Unknown profile type'),
  '8.2.6/3.3': text('匹配码已被使用', 'The matching ID is already used'),
  '8.2.6/3.10': text('匹配码与码号不符', 'The matching ID does not match the number'),
  '8.2.7/6.4': text('确认码尝试次数过多', 'Too many confirmation code attempts'),
  '8.8.5/3.8': text('终端用户拒绝下载', 'The end user rejected the download'),
  '8.8.5/6.4': text('下载尝试次数过多', 'Too many download attempts'),
  '8.9/4.2': text('SM-DS 执行出错', 'SM-DS execution error'),
  '8.9/5.1': text('SM-DS 无法访问', 'The SM-DS cannot be reached'),
};

/** A subject and a reason in words, after their codes: «8.2.5/3.7 该类型码号已用完». */
export function codeWords(subject: string, reason: string): Text {
  const code = `${subject}/${reason}`;
  const both = TOGETHER[code];
  if (both) return text(`${code} ${both.zh}`, `${code} ${both.en}`);
  const what = SUBJECTS[subject] ?? text('其他', 'something else');
  const why = REASONS[reason] ?? text('失败', 'failed');
  return text(`${code} ${what.zh}：${why.zh}`, `${code} ${what.en}: ${why.en}`);
}

/** `8.2.5/3.7` in words; any other text unchanged. */
export function writtenCodeWords(code: string): Text {
  const [subject, reason] = code.split('/');
  return subject && reason ? codeWords(subject, reason) : text(code, code);
}
