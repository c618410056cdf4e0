import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import { SourceOrderState } from '@cardinal/contract/enumerations/externalPackage.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { CardNumber } from '../cards/CardNumber.tsx';

const SHOWN = 20;
const ALL = text('在外部套餐管理中查看', 'View under external packages');

/** Where the cards of an order stand at the source that delivers its package; nothing where it is delivered here. */
export default function AtSource({ orderId, orderNo }: { orderId: string; orderNo: string }) {
  const t = useText();
  const { fields } = listSourceOrders;
  const { data } = useRead(listSourceOrders, { orderId: [orderId], pageSize: SHOWN });
  if (!data || data.list.length === 0) return null;
  return (
    <Stack gap="s">
      <Heading>{t(SourceOrderState.title)}</Heading>
      <LinesTable heads={[nouns.iccid, nouns.state, fields.createdAt.label, figures(fields.charged.label)]}>
        {data.list.map((each) => (
          <tr key={each.id}>
            <td>
              <CardNumber iccid={each.iccid} />
            </td>
            <td>
              {t(SourceOrderState.labelOf(each.state))}
              {each.words ? <Paragraph ink="secondary">{each.words}</Paragraph> : null}
            </td>
            <td>
              <TimeText at={each.createdAt} />
            </td>
            <FigureCell>
              {each.charged === null ? <Nothing /> : <Money minor={each.charged} currency={each.currency} />}
            </FigureCell>
          </tr>
        ))}
      </LinesTable>
      <Link to={`/packageManagement/outPackagemanage?tab=orders&orderNo=${orderNo}`}>{t(ALL)}</Link>
    </Stack>
  );
}
