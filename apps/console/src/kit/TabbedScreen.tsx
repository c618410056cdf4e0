import { useText } from '@cardinal/ui/language.tsx';
import { usePlace } from '../shell/screenContext.ts';
import { type DetailTab, DetailTabs } from './DetailTabs.tsx';
import { InTab } from './inTab.ts';
import './tabbedScreen.css';

/**
 * A screen with tabs: its title, its tabs and the open part. The heading of the part's list is visible to screen readers only.
 */
export function TabbedScreen(props: { tabs: readonly DetailTab[] }) {
  const t = useText();
  const title = t(usePlace().match.route.title);
  return (
    <div className="tabbed-screen">
      <h1>{title}</h1>
      <InTab value={true}>
        <DetailTabs label={title} tabs={props.tabs} />
      </InTab>
    </div>
  );
}
