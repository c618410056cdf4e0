import { LtSubType, Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** Describes the channel of a card without naming the platform's account: «中国联通 Jasper». */
export function channelText({ platform, subType }: { platform: Platform; subType: number | null }): Text {
  const carrier = Platform.labelOf(platform);
  const words = platform === Platform.values.Lt ? LtSubType : platform === Platform.values.Yd ? YdSubType : undefined;
  if (subType === null || !words) return carrier;
  const channel = words.labelOf(subType);
  return text(`${carrier.zh} ${channel.zh}`, `${carrier.en} ${channel.en}`);
}
