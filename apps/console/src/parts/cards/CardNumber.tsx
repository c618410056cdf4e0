import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { hrefOf, navigate } from '../../shell/navigation.ts';

/** A card's number in a list: a click copies it, its arrow opens the card; the detail redirects to its carrier's address. */
export function CardNumber({ iccid, to }: { iccid: string; to?: string | undefined }) {
  const path = to ?? `/cardsManagement/cardDetailLt?iccid=${iccid}`;
  return <Identifier value={iccid} href={hrefOf(path)} onOpen={() => navigate(path)} />;
}
