/**
 * List of 2,048 common words of Colombian Spanish, 11 bits each, in alphabetical order. Any two words differ in at
 * least two sounds (z like s, v like b, ll like y, silent h). The order is part of the format: never change a word.
 */
const ROOT_WORDS = `
abanico abedul abeja abierto abogado abono abrazo abrelatas abrigo abrojo absoluto abuelo acacia
academia aceite aceituna acento acera acorde acordeón acróbata actor actual acuarela acuario acuerdo
adelanto adobe adorno aduana aeropuerto afecto agalla agenda agosto agrio aguacate aguacero aguardar
águila aguja ahorro aire ajedrez ajeno ajiaco ajonjolí alacena alambre álamo alba albahaca albañil álbum
alcachofa alcalde alcancía alcoba aldea alegre aleta alfarero alfiler alfombra álgebra algodón alhaja
aliado alicate aliento alivio almeja almendra almíbar almohada almuerzo alpargata altavoz altura alumno
amable amapola amargo amarillo ámbar ambiente amigo amistad amplio ancla andamio andén anfibio ángulo
anillo animal anís antena anteojos antiguo antorcha anual anzuelo apagado apellido aperitivo aplauso
apodo aprendiz apunte arado araña arándano árbitro arbusto archivo arcilla arcoíris ardiente arena
argolla armadillo armario armonía arquero arquitecto arquitectura arrayán arrecife arroyo arroz arteria
artesano artículo asombro áspero aspirina asteroide astilla astro astronauta astuto atajo atardecer
atención atlas átomo atún audaz auditorio aula auriga aurora ausencia ausente autobús avalancha avellana
avenida aventura avestruz avión avispa ayuda azabache azafata azafrán azahar azúcar azucena azufre
azulejo babero bacalao bachiller bahía bailarina bajo balanza balcón balde ballena ballet balneario
balompié balsa bambú banano bandeja bandola bañera barandilla barato barca barniz barómetro barranco
barriga barrilete barrio báscula base batería batido baúl bautizo bazar beca bejuco belleza bellota
bendición benévolo berenjena bermudas besugo betún biblioteca bicentenario bicicleta bigote bilingüe
billar billete binoculares biología bisagra bisiesto bisturí bizcocho blanco blusa bocadillo bocina
bodega bolero boleta bolígrafo bolsillo bombero bombilla bombón bonito borrador bosque bostezo botánica
botella botica botón bóveda boxeador bravo brazalete brecha brillante brillo brindis brisa broche bronce
brújula bruma buceo bueno buey bufanda búho buitre buñuelo buque burbuja burro buscar butaca buzón
caballo cabaña cable cabra cabuya cacao cacerola cachorro cactus cadena cafetal cafetera caimán calabaza
calamar calculadora calendario calidad callejón calma calvo calzado cámara camarón cambio camello camino
camión camisa campana campanario campesino campo canario canasta cancha canción candado candela cangrejo
canguro canica cansancio cántaro cantina capaz capitán capítulo capullo caracol caramelo carbón
carcajada cardenal cardumen careta caricia cariño carnaval carpa carpintero carretera carrusel cartero
cartulina casamiento cascabel cascada casco casona castaña castillo catálogo catarata catedral caucho
caudal cauteloso cebolla cebra ceiba célebre célula cemento cenicero centavo centella centinela cepillo
cerámica cerebro cereza cerrojo certamen césped cesto chaleco champú chapulín chaqueta charco charla
chicharra chigüiro chimenea chinchorro chirimoya chispa chiste chocolate chorizo choza chubasco cicatriz
ciclista ciclón cielo ciempiés ciénaga ciencia cierto cigarra cigüeña cilantro cilindro cima cimiento
cincel cine cinta cinturón ciprés circo círculo ciruela cirujano ciudad ciudadano claridad clarinete
claro clásico claustro clavel clavija cliente clima clínica cobalto cobija cobre cocada cocodrilo cocuyo
código codorniz cohete cojín colchón colega colegio colibrí coliflor colina collar colmena colonia color
colorado columna columpio comadreja comarca comedia comedor comercio cometa cómodo compadre comparsa
compás completo común concierto conejo congreso cono conserje constante contador contento copa coral
corazón corbata corchete cordero cordillera cordón corona correcto correo corteza cortina corto cosecha
cosmos cosquillas costilla costumbre costura cotidiano cráneo cráter crayola crema crepúsculo creyente
cristal crónica cruce crucero crudo crujido cuaderno cuadrado cuadrilla cuadro cuarenta cuarteto cuarzo
cubeta cubierto cuchara cuello cuento cuerda cuervo cueva cuidado culebra cultivo cumbia cumbre
cumpleaños cuna cúpula curandero curiosidad curioso dado dalia danza dátil débil decena decreto dedal
defensa delantal delfín delgado delicia delta demora denso dentadura dentista deporte derecho derrumbe
desayuno descanso desembarco desfile desierto desnivel despacho despensa destello destino desvío deuda
diadema diálogo diamante diario dibujo diccionario dicha dictado diente diestro dieta difícil digital
dignidad diluvio dimensión dinero dinosaurio diploma dirección directo disco discurso disfraz distancia
distinto diván diverso doblez doctor dólar domador domingo donante dorado dormir dosel dragón drama
ducado dueño dulce dulzaina durazno ébano eclipse económico ecuador edad edén edificio educador eficaz
ejemplar ejemplo ejercicio elefante elenco elocuente embajada embalse embarcadero embrujo embudo emisora
emoción empanada empate empeño empleo empresa encaje encargo enchufe encía enciclopedia encuentro enebro
energía enfermera enigma enjambre enorme enredadera ensalada ensayo ensueño entero entrada entrega
entusiasmo envase envoltura época equilibrio equipo erizo erudito esbelto escala escalera escapulario
escarabajo escarcha escarpín escaso escena escoba escollo escolta escritor escritorio escudo escuela
escultor esencia esfera esfuerzo esgrima eslabón esmalte esmeralda espacio espada espantapájaros
espárrago espátula espejo esperanza espiga espiral espíritu espléndido esponja espuma esqueleto esquina
establo estación estadio estampilla estandarte estanque estatua estilo estómago estrecho estrella
estribo estrofa estuche estufa eterno etiqueta eucalipto evento evidencia exacto examen excelente exceso
excursión éxito explorador exposición extraño fábrica fábula fachada factura faena faisán falda falso
familia famoso fantasma farmacia faro favor febrero fecha felicidad felpa fénix feria ferrocarril fértil
festejo fichero fideo fiebre fiesta figura fijo fila filigrana filósofo filtro final finca firma firmeza
física flaco flamenco flauta flecos flor florero floresta flota foca fogata fogón follaje fontanero
forastero formato fórmula fortuna fósforo fósil fotografía fragancia fragata frágil fragmento
frailecillo frailejón frambuesa franela frasco frazada fregadero freno frente fresa frijol frío frondoso
frontera fruncido fruta fuego fuerte función funda fundador furgón futbolista futuro gabán gabardina
gacela gaita galápago galaxia galería galleta gallina galope gamba ganado gancho garabato garaje
garbanzo garganta garrafa garza gaseosa gasolina gavilán gaviota gelatina gemelo general género generoso
genio gente gentil gentilicio geografía geranio gerente germen gigante gimnasio girasol glaciar gladiolo
globo glorioso gobierno golfo golondrina golosina golpe goma góndola gorila gorra gotera gracia gráfico
gramática gramo granada grande granero granizo granja gratis grave grieta grifo grúa grueso grupo guacal
guacamaya guacharaca guadaña guadua guanábana guante guarapo guardia guarida guarniel guayaba guayacán
guerrero guía guijarro guinda guión guirnalda guisante guitarra gusano gusto hábil habitante hacienda
hamaca hambre hamburguesa hebilla helado helecho hélice helicóptero hermano héroe herradura herramienta
hiena hierba hierro hígado higuera hilo himno hipopótamo historia hogar hoja hombro honesto hongo honor
honrado horario horchata horizonte hormiga horno hortaliza hortensia hotel hoyuelo huaca hueco huella
huerta humano humedad humilde humo huracán idea idéntico idioma ídolo iglú igual igualdad iguana ileso
imagen imán impacto imperio imprenta impulso incendio incienso índice industria infancia infinito
informe ingeniero ingenio inicio injerto inmenso inmóvil inquieto insecto insignia instante instituto
instrumento intacto intento interés íntimo invierno invisible invitado iris isla istmo itinerario
izquierdo jabalí jabón jacinto jaguar jalea jaqueca jarabe jardín jarra jazmín jefe jengibre jeringa
jícara jilguero jinete jirafa jolgorio jornada joropo joven joya jubilado jueves juez jugador juglar
jugo juguete julio juncal jurado justicia juventud kiosco laberinto labio labrador lacayo ladera
ladrillo lagarto lágrima laguna lámina lámpara lana langosta lápiz largo laringe látigo latitud laúd
laurel lavadero lavanda lavaplatos lavatorio lazo leal lección leche lechero lechuga lectura legumbre
lejano leña lengua lenteja lento león leopardo letra letrero levadura ley leyenda libélula libertad
librero libro licuado líder lienzo liga ligero límite limón limpio linaje lince lindo línea linterna
líquido lirio lista litera liviano llama llanero llanto llanura llave llegada llovizna lluvia locero
locomotora lógica lombriz lonchera longitud loro lote lotería lucha luciérnaga lugar lujo luminoso lunes
lustro luz maceta machete madreselva madrina madrugada maduro maestro magnífico magnolia mago maíz
malabar malla maloca mamey mamífero mamoncillo manada mañana manantial mandarina mando manecilla manejo
manglar manguera manicura manjar manta mantequilla manzanilla mapache maquillaje máquina maracuyá
marañón maravilla marea marfil margarita marido marimba marinero mariposa mármol martes martillo máscara
mástil matorral mayor mayordomo mazapán mazorca mecánico mecedora mechón medalla media mediano médico
medusa mejilla mejora mejorana melena melocotón melodía membrillo memoria mensaje menú mercado merengue
merienda mérito merluza mermelada mesa mesada mesero metal meteoro método metro mezcla micrófono miel
miembro miércoles migaja milagro milenio mimbre mina mineral miniatura mínimo minuto mirada mirador
mirlo misión misterio mitad mitología mochila moda modelo moderno mojado mojarra molde molino molusco
momento monarca moneda monitor monje montaña montura monumento morcilla morral mosaico mosca mostaza
motivo motocicleta motor mudanza mueble muela muelle muestra multa muñeca municipio muralla murciélago
murmullo músculo musgo música mutuo nácar nadador naranja nardo nariz narrador nata nativo natural
náufrago navaja navidad neblina necesario néctar negocio nervio neutro nevera nido niebla nieto nieve
níspero nítido nivel nobleza noche nocturno nogal nómada nombre nórdico norma norte noticia novato
novela novia noviembre nube nuca núcleo nudillo nuera nuevo número numeroso nutria oasis objetivo oblea
obra obrero observador obvio océano ocelote ocio octavo octubre ocupado odisea oeste oferta oficina
oficio ojera oleaje olfato olimpiada oliva olmo olvido ombligo onda opinión oportuno óptica opuesto
orador órbita orden orégano oreja orgullo oriental origen orilla orquesta orquídea oruga oscuro ostra
otoño óvalo ovillo oxígeno paciencia paciente padrino página paisaje paja pájaro palabra palacio paladar
palanca pálido palmera paloma palustre pampa panadero panal pancarta panda pandereta panela pantalla
pantalón pantano pantera pañuelo papagayo papaya papel papiro paquete paracaídas parada paraguas paraíso
paralelo páramo parche parecido pared pareja párpado párrafo parrilla parroquia partido pasado pasaporte
paseo pasillo pasión pastel pastor patacón patilla patineta patio patria patrulla pausa pavo payaso paz
peaje peatón pecera pecho pedazo pegamento peinado pelícano película peligro pelota peluca peluquero
peñasco península penumbra pepino pequeño peregrino perejil perezoso perfecto perfil perfume periódico
perla permiso perpetuo persiana persona pesca pestaña petaca pétalo petróleo pezuña piano picaflor
picante pichón piedra pierna pijama piloto pimentón pimienta piña piñata pingüino pintor pinza pionero
pirámide piraña piscina piso pitahaya pizarra placa placer planchar plancton planeta plástico plátano
plateado pleno plomero plomo pluma plural poder poema polea policía polilla pollo polvo pómulo poncho
ponqué popular portal portero posada postre potente potrero práctica pradera precio preferido pregunta
prenda presente préstamo primavera primo principio prisma privado problema proceso profesor profundo
programa promesa pronto propina propio prosa protector provincia prudente prueba público pueblo puente
puerto pulga pulmón pulpo pulsera puntada puntaje punto puntual pupila pupitre puro quebrada quejido
quemado querubín queso quilate química quinina quinto rábano rabia racimo radar radiante radio ramillete
rápido rascacielos raspado rastrillo ratón rayo rebaño rebote recado receta recibo reciente recital
recreo rectángulo recto recuerdo red redondo reflejo reforma refrán refresco refugio regadera regalo
regata región regla regreso reino reír relámpago relato relevo relieve reliquia relleno reloj remanso
remedio remo remolacha remolino remoto renacuajo rendija reparto repisa reposo represa reptil república
requesón rescate reserva resina resorte respeto respiro retablo retama retoño retorno retrato reunión
revista riachuelo ribera rico rienda rifa rígido rincón rinoceronte riñón risueño ritmo rival roble
robusto rodaja rodilla rojizo romance romero rompecabezas rosario rostro rótulo rotura rubí rueda ruido
ruina rulo rumbo rumor rústico sábado sábana saber sabroso sacapuntas saco sacudida sala salario
salchicha saldo salero salida salmón salpicón salud salvavidas salvia sancocho sandalia sandía sardina
sargento sartén sastre satélite satisfecho sauce sauna saxofón sector secundario seda sediento segundo
seguro semáforo semana semejante semilla senador señal sencillo sendero sensato sensible sepia
septiembre serenata sereno serie serpiente servilleta sésamo setenta severo siembra siete signo
siguiente sílaba silbato silencio silueta silvestre símbolo simpatía simple sincero sinfonía singular
sirena sirope sistema sitio soberano sobrino sofá soldado soledad solemne sólido soltero sombra sombrero
sombrilla sonajero sonata sonoro sonrisa soporte soprano sorbete sorprendente sorteo sótano suave subida
sublime submarino subsuelo suceso sudor suegra sueldo suéter sujeto sumario superficie superior sur
surtido suspiro sutil tablero taburete tacón taladro talento taller tamal tamarindo tambor tamiz tanque
tapa tapete tapir taquilla tarde tardío tarima tarjeta tarro tatuaje taurino taxi teatro teclado técnica
teja telaraña teléfono telescopio televisor telón temblor templado templo temporada tenaza tenedor tenis
tenor teoría tercero terciopelo termo ternera terraza terreno tertulia tesoro testigo tetera texto tibio
tiburón tiempo tierno tierra tiesto tigre tijera timbal tímido tinaja tiovivo típico tipo títere título
tiza toalla tobogán tocador tocayo tocino tomate tomillo tonelada topacio tope tórax torbellino tordo
torero tormenta tornado tornillo toronja torre torta tortilla tortuga tostada total tóxico trabajo
tractor tradición traje trampa trampolín tranquilo tranvía trapecio trapiche trapo trasteo tratado
travesía trébol trece tregua tren trenza triángulo tribu tribuna triciclo trigal trigo trineo triple
triste triunfo trofeo trombón trompeta trompo tronco tropa trópico trucha trueno tubérculo tubo tucán
tuerca tulipán tumulto túnel túnica turbante turbio turismo turista turno turquesa turrón tutor ubicar
uchuva último umbral unánime único unicornio unidad uniforme unión universo urbano urgente urna usado
usuario utopía uva vacación vacío vacuna vagón vainilla vajilla valentía valiente valioso vallenato
valor vasija vecino vegetal vehículo vejez vellón velocidad veloz venado vendaje vendaval ventaja verano
verbena verbo verdad verdadero verde vereda verja versión vertical vértice vestíbulo vestido viaje
víbora vicuña vida vidrio viejo viento viernes vigía vigor vinagre violín virtud visera visita vitamina
vitral vitrina viudo vivaz vivienda vocablo vocal volador volante volcán volumen voluntad voluntario
volver voz vuelta yacimiento yegua yerno yogur yunque yute zafiro zaguán zanahoria zancudo zanja
zapatero zapato zapote zarcillo zarpar zarzuela zigzag zócalo zodíaco zoológico zorzal zumbido
`
  .trim()
  .split(/\s+/);

const BITS = 11;
const WORDS_OF_A_ROOT = 4;

/**
 * Returns four Spanish words for the first 44 bits of a root hash, so people can compare two roots by ear (the
 * words of a closing's seal). Equal words are no proof of equal roots.
 * @param root 32 bytes
 */
export function wordsOfRoot(root: Uint8Array): string[] {
  const bits = Array.from(root.subarray(0, 6), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: WORDS_OF_A_ROOT }, (_, i) => {
    const index = Number.parseInt(bits.slice(BITS * i, BITS * (i + 1)), 2);
    return ROOT_WORDS[index] ?? '';
  });
}

/** All Spanish words of `wordsOfRoot` for root hashes, exported for tests. */
export const rootWords: readonly string[] = ROOT_WORDS;
