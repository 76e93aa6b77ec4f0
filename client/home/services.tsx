import { cx } from '../ui/cx.ts';
import { ServiceArt } from './service-art.tsx';
import { type Service, services } from './services.data.ts';
import styles from './services.module.css';

/** 'Nuestros Servicios': the three of them. */
export function Services() {
  return (
    <div className={styles.services}>
      {services.map((service) => (
        <ServiceDetail key={service.id} service={service} />
      ))}
    </div>
  );
}

function ServiceDetail({ service: { id, title, text, points, list } }: { service: Service }) {
  return (
    <article className={styles.service} aria-labelledby={`servicio-${id}`}>
      <div className={styles.art}>
        <ServiceArt of={id} />
      </div>
      <div className={styles.words}>
        <h3 id={`servicio-${id}`} className={styles.title}>
          {title}
        </h3>
        <p className={styles.text}>{text}</p>
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <div className={styles.details}>
        <h4 className={styles.listTitle}>{list.title}</h4>
        <ul className={cx(styles.list, list.items.length > 5 && styles.long)}>
          {list.items.map(([name, more]) => (
            <li key={name}>
              {more === undefined ? (
                name
              ) : (
                <>
                  <strong>{name}:</strong> {more}
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
