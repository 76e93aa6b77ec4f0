/**
 * Words common in passwords, in lower case without accents, separated by spaces. `requireStrong` refuses
 * passwords made of the words. Sources: zxcvbn's lists (MIT) of frequent passwords (2,400), Spanish names
 * (220 given names, 160 surnames) and calendar words; and words frequent in Colombia and in SCAF.
 */
export const COMMON_WORDS = `
123123a 1232323q 123321q 1234567890q 123456789a 123456789q 1234567a 1234567q 123456a 123456aa 123456q
123456qwerty 123456z 12345a 12345q 12345qwert 1234abcd 1234qwer 123abc 123asd 123qaz 123qwe 123qwe123
123qweasd 123qweasdzxc 123zxc 12qwaszx 1a2b3c 1a2b3c4d 1passwor 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 8j4ye3uz a12345 a123456 a1234567 a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3f4
aaa111 aardvark aaron abc12 abc123 abcd1234 abel abgrtyu abigail abraham abril abuela abuelita access
access14 accord account achilles acosta action active acuario adam adgjmptw adidas admin admin123
administracion administrador administradora adolfo adria adrian aezakmi africa agent007 aggies agosto
aguardiente aguilar aguilera agustin ahmed aimar airborne airforce airplane aitor ajiaco alabama alaska
albert alberto aleix alejandr alejandro aleksandr alex alexande alexander alexandr alexandra alexandre
alexis alfonso alfred alfredo alice alicia aliens alison allen allison alonso alpha alpha1 alpine alvarez
alvaro always alyssa amadeus amador amanda amarillo amateur amazon amber amber1 amelia america american amor
amorcito amormio amsterdam anakin anarchy anastasia ander anders anderson andre andrea andreas andrei andres
andreu andrew andrew1 andrey android angel angel1 angela angelica angelina angelo angels animal anime
annette annie anthony anthony1 antioquia anton antoni antonio anubis anything apache aparicio apartaestudio
apartamento apollo apple apple1 apples april apto aquarius aragorn archer archie area51 arepa arias aries
aritz arizona armando armenia arnau arnold arroyo arsenal arsenal1 arthur artist arturo asamblea asambleas
asd123 asdasd asdf123 asdf1234 asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdzxc ashley ashton asian
asier aspirine asterix astros athena atlanta atlantic atlantico atlantis atleticonacional atomic auburn
audrey august aurelio aurora aussie austin autumn avalon avatar avenger awesome ayoub azamat azerty azul
babes babydoll babygirl babylon babylon5 badass badboy badger baggins bailey baller balls bambam banana
bananas bandit bangkok banshee barbara barbie barcelon barcelona barkley barney barranquilla bartolome
baseball basket basketba basketball bassman batman battle bautista baxter beach beagle beast beatles
beatrice beautiful beauty beaver beavis bebe bebita beckham beefcake beetle bella bello beltran bender
bendicion benitez benito benjamin bennett benson bentley berlin bernal bernard bernardo bernie bertha bianca
biel bienvenida bienvenido bienvenidos bigballs bigboy bigfoot biggie bigguy bigmac bigman bigone bigred
billie billy billybob bingo birdie birdman birthday biscuit bishop biteme blabla black black1 blackcat
blackdog blackie blackjac blackman blacks blacky blade blades blahblah blake blanco blas blaster blazer
blessed blink182 blizzard blonde blondes blondie blood blue123 blue22 bluebird blueeyes bluemoon blues
bluesky bobafett bobbie bobbob bobby bobcat boeing bogota bohica bollocks bollox bomber bond007 bondage
bonehead boner bones bonita bonjour bonnie booger boogie boomer boris borja bosco bossman boston bottom
bowler bowling boyaca bradley brandi brando brandon brandon1 brandy brasil braves bravo brazil breeze brenda
brendan brian brianna bridge bridget britney brittany broken bronco broncos brooke brooklyn brooks brother
brown brownie browns bruce brucelee bruins bruno brutus bryan bubba bubba1 bubble bubbles bucaramanga
buckeye buckeyes buddha buddy buddy1 budlight budman bueno buffalo buffett buffy bugger bulldog bulldogs
bullet bunny burger burton business buster buster1 butler byteme caballero caballo cabrera cactus cadillac
caesar cafe cafetero caitlin cajica caldas calderon cali caliente californ california callie calvin calvo
camacho camaro cambiame cambiar camel camelot camels camera cameron camille campbell campeon campeones
campos canada cancer candido candy candyman cannon cano cantona capital capricornio captain cardinal carles
carlo carlos carlton carmelo carmen carmona carol carolina caroline carolyn carpet carrasco carrie carrillo
carrot carson cartagena carter cartman casa casado casas caserta casey casino casita casper cassidy cassie
castillo castle castro catalina catch22 catdog catfish catherin catorce cauca cavalier cdtnkfyf celeste
celica celine celtic celtics center cesar cessna champion champs chance chandler chang change changeme chaos
chapinero charger chargers charles charlie charlie1 charlott charlotte charly charmed check cheese chelsea
chelsea1 cherokee cherry cheryl chester chevelle chevrole chevy cheyenne chia chicago chichi chicken chicks
chiefs children chipper chiquita chiquito chloe chocolat chocolate chopper chris chris1 chrissy christ
christia christian christin christine christop christy chronic chubby chuck chucky church cielo cinco cindy
cjkysirj cjkywt claire clancy clarence classic claude claudia claudio clave clavenueva claves clayton
clifford clinton clitoris clover cobra cocacola coffee colleen college collins colombia colombiana
colombiano colorado colors colt45 coltrane columbia command commando compaq computer concrete condor conejo
conjunto connect connie connor conrad consumer contador contadora content contrasena contrasenas contreras
control cookie cookies cooldude cooler coolio cooper copper copropiedad corazon corona cortes corvette
cosmos costeno cosworth cotton cougar country courtney cowboy cowboys cowboys1 coyote cracker crash crazy
cream creampie creative crespo cricket crimson cristian cristina cristobal crusader cruz crystal cthutq
cuatro cucuta cuddles cundinamarca curious curtis cxfcnmt cynthia daddy dagger daisy dakota dallas dalton
damian damien dance dancer danger daniel daniel1 daniela danielle daniil danni danny dannyboy dario darkness
darkside darkstar darling darren darwin david david1 daytona dbrnjhbz deadhead deanna death debbie december
deedee defender defiant deftones delete delgado delta delta1 denis denise dennis denver deportivocali
derrick desert design desire destiny detroit devil devildog devils dexter dfvgbh diablo diamond diamond1
diamonds diana diaz diciembre diecinueve dieciocho dieciseis diecisiete diego diesel dietcoke diez digger
digital dilbert dilligaf dillon dingdong dionisio dios diosito director dirty discover disney dixie dkflbvbh
doberman doce doctor dodge dodger dodgeram dodgers doggie doggy dollar dolphin dolphins domingo dominguez
dominic domino donald donkey donnie doodle dookie dorothy double doughboy douglas drago dragon dragon1
dragons drake dream dreamer dreams driver drizzt drowssap drpepper drummer dublin ducati dudley dumbass
duncan duran durango dustin dusty dylan eagle eagle1 eagles eatme eclipse eddie edgar edificio eduard
eduardo edward eileen einstein ejemplo ekaterina elaine electric element elena elephant elias elijah
elizabet elizabeth elliot elliott eloy elvis elvis1 elwood emerald emiliano emilio emily eminem emmanuel
empire empresa eneko energy enero engativa engine engineer england english enigma enjoy enric enrique enter
enterpri entrar envigado enzo eric erik ernest ernesto escorpio escort escudero espinosa esteban estevez
esther estrella eternity eugene eugenio eusebio evelyn everton exigen exigent explorer exposito express
extreme ezequiel facebook facturacion faith falcon falcons fallen familia family fantasy farmer farside
faster fatass fatboy fatcat father fatman faustino febrero federico felicidad felipe felix feliz fender
fermin fernandez fernando ferran ferrari ferrer ferret fetish ficken fidel fighter finger finish fireball
firebird firefly fireman fisher fishing fitness fktrcfylh fktrctq flaca flaco flames flash flatron fletcher
flight flipper florence florencio flores florida flower flowers fluffy flyboy flyers fontibon foobar
football forest forever forget forgot formula formula1 forrest fossil foster foxtrot france frances francesc
francis francisco franco frank frank1 frankie franklin franky freak freaky freckles freddie freddy frederic
fredfred freedom freedom1 freeman freepass freeuser french friday friend friends frogger froggy front242
frontier frosty fuentes funny funtime fusion futbol future fyfcnfcbz fylhtq gabriel gael galan galaxy galina
gallardo gallego galore galvez gambit gandalf gangbang gangsta gangster garbage garcia garden garfield
garrett garrido gateway gateway1 gatito gato gator gators geheim gemini geminis general genesis genius
george georgia gerald gerard gerardo german germany geronimo getsome gfhjkm ghbdtn ghbdtnbr ghjcnj ghost
giants gibson gilbert gillian gimenez gines ginger giovanni girls gizmo gizmodo gjkbyf global gloria
gn56gn56 goblin goblue goddess godsmack godzilla goforit goldberg golden goldfish goldie golfball golfer
golfing gomez gonzalez gonzalo goober goodbye goodluck goodtime google goose gorda gordo gordon gorilla
gorka gotcha gothic grace gracias gracie graham granny grateful great green green1 greenday gregorio gregory
gremlin grendel griffey griffin grizzly groovy grover guardian guerra guerrero guest guillem guillen
guillermo guinness guitar gundam gunner gustavo gutierrez guzman hacker halflife hallo hamburg hamilton
hamlet hammer hamster hamza hannah hannibal hansolo happy happy1 harley harley1 harmony harold harris
harrison harry harvey hassan hastings hawaii hawkeye hayden hearts heather heather1 heaven hector helena
hellfire hello hello1 hello123 helpme hendrix henry herbert herbie hercules heredia herman hermes hermosa
hernandez herrera herrero hershey hesoyam hidalgo hidden highland hija hijo hijos hiphop history hitman
hjvfirf hobbes hobbit hockey hola holamundo holden holiday holland holly hollywoo holmes homer homer1 homers
homerun honda honda1 honey hongkong hooker hoover horndog hornet horney horse horses hotboy hotdog hotrod
hotstuff hottie house houses houston howard hudson hugo huila hummer hungry hunter hunter1 hunting husker
huskers iago ibague ibai ibanez icecream iceman iforgot iglesias ignacio igor iguana ihateyou iker iloveu
iloveyou imagine immortal impala imperial inaki incubus indian indiana indians indigo infantry inferno
infiniti infinity ingreso inigo insane inside instagram integra internet intrepid invierno invitado iphone
ireland irina irish ironman isaac isabel isabella isabelle isidoro isidro island ismael israel itagui italia
ivan ivanov iverson iwantu izan izquierdo jacinto jackal jackass jackie jackoff jackson jackson1 jacob
jacobo jaguar jaime jairo jamaica james james1 jamie jammer janice janine january japan jasmin jasmine jason
jason1 jasper jaume javier jeffrey jennifer jenny jeremiah jeremy jericho jerome jeronimo jerry jersey jesse
jessica jessica1 jessie jester jesucristo jesus jesus1 jimbo jimbob jimenez jimmy jimmy1 joan joanna joanne
joaquin joejoe joel john316 johnjohn johnny johnson joker jonatan jonathan jones jordan jordan1 jordan23
jordi jorge jose josep joseph joshua jrcfyf juan judith jueves juice julen julia julian julie julio jumper
jungle junio junior jupiter justdoit justice justin justme justo juventus kaiser kaktus kangaroo kansas
karate karen karina kasper katana katerina kathleen katie katrin katrina kawasaki keeper keith kelley kelly
kelsey kennedy kenneth kenny kentucky kenwood kermit kevin kevin1 keyboard kicker kimberly kingdom kingkong
kingpin kingston kirill kisses kissme kitkat kitten kitty kittycat klaster knicks knight knights kodiak
kolobok kotenok kramer krishna kristen kristi kristin kristina labrador labtec lacrosse ladies ladybug
laguna lakers lancer lara larisa larry lasvegas latin latino laura lauren laurie lawrence lawyer leather
ledzep legacy legend legion legolas lemons lennon leon leonard leonardo leopard leslie lestat lester leticia
letmein letmein1 letmein2 letsgo lexmark liberty libra lifehack light lightnin lights lincoln linda lindo
lindsay lindsey liquid little liverpoo liverpool lizard lizzie llanero lluis lobster loca loco logan login
logitech lol123 lollipop lollol london lonely lonestar lonewolf longhorn looker looking lopez lorenzo
lorraine loser louise loulou love loveit lovelove lovely loveme lover loverboy lovers loveyou loving
lowrider lozano luca lucas luciano lucifer lucky lucky1 lucky7 luckydog ludwig luis luna lunes luque luther
lvbnhbq machine macias maddie maddog madison madman madmax madness madonna madrid maestro maggie magic
magic1 magnolia magnum magnus maiden mailcreated5240 makaveli maksim malcolm malibu mallard mama mamita
manager manchester mandingo mandy maniac manizales manson manuel manutd marathon marc marcel marcelino marco
marcos marcus margaret margarita maria mariaauxiliadora mariah marian mariano marie marin marina marine
mariners marines marino mario marion mariposa markus marlboro marley marlin marquez marshall martes martha
marti martin martina martinez martini marvel marvin maryjane maryland marzo mason massive master master1
masters mateo mateos matias matilda matrix matthew matthew1 mature maurice mauro maverick maxima maximo
maximus maxine maxmax maxwell maynard mayo medallo medellin medina megadeth megaman megan melanie melinda
melissa melody melvin member memphis mendez mendoza mercedes mercury meridian merino merlin mersedes
metallic metallica method mexico miami miamor michael michael1 michel michele michelle michigan mickey
miclave micontrasena microsoft midnight miercoles mifamilia miguel mikel mikey milano miles miller millie
million millonarios millos milton minecraft minnie miquel mirage miranda mission missy mister mistress misty
mitchell mivida mobile mohamed mohammed moises molina mollie molly molly1 moloko molson mona monday money
money1 moneys mongoose monica monika monique monitor monkey monkey1 monkeys mono monopoly monroe monster
montana monteria montero montes montreal mookie moomoo moose mora morales moreno morgan morpheus morris
morrison moscow mother motorola mountain mouse movie moya mozart muffin muhammad mulder munchkin mundial
munoz muppet murphy murray muscle mushroom music musica musicman mustang mustang1 mustangs mustapha mylove
mypass myself mystery mystic nacional nadie nadine napass napoleon naranja narino naruto nascar nasty nastya
natali natalia natalie natasha nathalie nathan national naughty navarro navidad ncc1701 ncc1701a ncc1701d
ncc1701e nebraska negra negro neiva nellie nelson nemesis neptune network nevada newlife newman newpass
newport newton newyork nfnmzyf nicholas nicola nicolas nicole nieto night nikita nikki nimrod niners ninguno
ninja nintendo nipple nipples nirvana nissan nokia nolimit noodles nookie nopass norman norton nothing
november noviembre nueva nueve nuevo nugget nunez nuttertools nylons nymets oakland oakley obiwan oblivion
ocho october octubre odessa office oficina ohyeah oicu812 oklahoma oksana oldman oliver olivia omar omega
omega1 once onelove online openup oracle orange oriol orion orlando ortega ortiz oscar oscar1 osiris otero
otono ou812 outlaw overlord oxford pa55w0rd pa55word pablo pacific packard packers pacman padilla painter
paisa pakistan palace palacios paladin palmer pamela panama panasonic pancho pandora pantera panther
panthers panzer papa papito paradise paradox pardo paris parker parola parqueadero parra parrot party pascal
pascual pass123 passat passion passport passw0rd passwd passwor password password1 password123 pasto pastor
patches patricia patrick patrick1 patriot patriots patton pauline pavilion payton peace peaches peanut
peanuts pearljam pebbles pedro peekaboo peewee pegasus pena pencil penguin penguins penny pentium people
pepper pepsi pepsi1 pere pereira perez perfect perrito perro personal pervert peter peterpan peugeot phantom
philip philips phillies phillip philly phoebe phoenix phoenix1 photo photos phpbb picard picasso pickle
pickles picture pierre piglet pikachu pineappl pinkfloy pioneer pirate pirates piscis pistol pitbull pizza
planet plastic platinum playa player playtime please pleasure plumber plymouth poison pokemon polaris police
polina pontiac poohbear pookie pooper poopie poopoo popayan popcorn popeye porkchop porsche porsche9 porter
porteria portland portugal postal potato potter powder power power1 powers preciosa precious predator
prelude presario preston pretty prieto primavera primus prince princes princesa princess printer private
privet prodigy propietaria propietario prueba pruebas psycho pumpkin punisher punkin punkrock puppies puppy
purple putter pyramid python q12345 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsed qawsedrf qaz123 qazqaz
qazwsx qazwsx123 qazwsxed qazwsxedc qazwsxedcrfv qazxsw qazxswedc qqq111 quality queen quibdo quince quindio
quorum qwaszx qwe123 qweasd qweasdzxc qweqwe qwer1234 qwerasdf qwert qwert123 qwerty qwerty1 qwerty12
qwerty123 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuio qwertyuiop rabbit racecar racerx rachel rachid
racing rafael ragnarok raider raiders raiders1 rainbow raistlin ramirez ramiro rammstein ramon ramona ramos
random randy ranger ranger1 rangers raptor rascal rasdzv3 raul raven ravens rayan raymond rbhbkk reality
reaper rebecca rebels red123 redalert redbull reddog redhead redman redneck redondo redrum redskins redsox
redwings reggie regina reina remember renegade rescue research residencial residencias review reyes rfrfirf
rhbcnbyf rhonda ricardo richie richmond riohacha rios ripper risaralda rivas rivera rivero rjntyjr robbie
robert robert1 roberto roberts robin robinson robles rocker rocket rockon rocks rockstar rocky rocky1 rodney
rodrigo rodriguez rogelio roger rogers rojas rojo roland roldan roller rolltide rolo roman romashka romeo
romero rommel ronald ronaldo ronnie rookie rooster root rootbeer roscoe rosebud rosemary roxanne rubber
ruben rubio ruiz rulez runner rush2112 ruslan russell russia rusty rusty1 sabado sabbath sabine sabrina
sadie saez safety sagitario said sailboat sailing sailor saints sakura salas salazar sally salmon salsa
salvador samantha sammie sammy sammy1 sampson samson samsung samuel samurai sanchez sandiego sandman sandra
sandy santafe santamarta santana santander santiago santos sanz sapphire sarah sarah1 sasha sasha1 satan
satan666 saturn saul savage savannah scaf scarface scarlet scarlett school scooby scoobydo scooter scooter1
scorpio scorpion scotland scott scotty scream scruffy scully search seattle sebastia sebastian secret
secreta secreto security segura seinfeld seis select seminole semperfi septembe september septiembre serafin
serega serena serenity sergei sergey sergi sergio serrano server service servidor sesame seven seven7 shadow
shadow1 shaggy shalom shaman shamrock shaney14 shannon shaolin shark sharks sharon shasta shaved shazam
sheena sheila shelby shelley shelly shemale sherlock sherman sherry shiloh shirley shogun shooter shopping
short shorty shotgun showme showtime sidney siemens sierra siete silva silver silvia simba simon simone
simple simpson simpsons sincelejo singer single sinner sirius sistema sister sithlord skater skeeter skiing
skipper skippy skittles skyline skywalke slappy slapshot slayer sleepy slipknot smile smiles smiley smith
smitty smoke smoker smokey smokin smooth smudge snake snakes snapper snatch snickers sniper snoopy snowball
snowman snuggles soacha sobaka soccer soccer1 socrates softball software soldier soler solomon sommer sooner
sooners sophia sophie soporte soriano soso123aljg soto southern space sparky spartak spartan spartans
speaker special spectrum speed speedy spencer spider spiderma spiderman spidey spike spirit spitfire spooky
sports spring springer sprint sprite spunky spyder squirrel squirt srinivas stacey stalker stallion standard
stanley starbuck starcraft stardust starfish stargate stars startrek starwars stealth steelers stefan stella
stephani stephanie stephen sterling steve steven stevie stewart stick sticky stimpy stinger stingray stinky
stocking stone stonecol stoner stones storm stormy stranger street strider strike striker strong stuart
student studio stuff stupid suarez suba subaru sublime success sugar summer sundance sunday sunny sunrise
sunset sunshine super super123 superfly superman support surfer surfing susan suzanne suzuki svetlana
swallow sweet sweetie sweetpea sweets sweety swimming swordfis swordfish sydney sylvia syracuse system
tacobell tacoma tamara tanker tanner tanya tardis target tarheel tarheels tarzan tatiana tattoo tatyana
tauro taurus taylor tazman teacher teamo technics techno teddy teens telefon tempest temple temporal tennis
teodoro tequiero tequila teresa terminator terror terry test test1 test123 tester testing testtest texas
thailand thanks thankyou thegame theking theman theone therock thiago thomas thomas1 thompson throat
thuglife thumper thunder thunder1 thx1138 tickle tiffany tiger tiger1 tigers tigger tigre timber timmy
timothy tinker tintin titanic titans titleist tobias tolima tomas tomcat tommy tomtom toor topcat topdog
topgun topper tornado toronto torre torres toshiba tottenha toyota tracey tractor trains trance transam
travel travis trebor trece tres trevor trfnthbyf tricky trigger trinity tristan triumph trixie trojan
trombone trooper trouble truck trucker trucks trumpet trunks trustno1 tucker tuesday tunja turbo turkey
turner turtle tweety twilight twister tyler tyrone ultimate unai unicorn united unknown unreal usa123
usaquen usuaria usuario vacation vader valentin valentina valera valerie valero valhalla valledupar
vallenato valley vampire vanessa vanhalen vanilla varela vargas vazquez vectra vega vegeta veinte velasco
velvet vera verano verbatim verde veritas veronica veronika vertigo vette vfhbyf vfhecz vfrcbv vfrcbvrf
vfvjxrf vicente victor victoria victoriano victory vida vidal video viernes viking vikings viktor viktoria
vila villar villavicencio vincent violet violeta viper viper1 virgen virgencita virgin virginia virgo vision
vivian vkontakte vladik vladimir volume voodoo votacion voyager vulcan walker wallace walnut walter warcraft
warlock warren warrior warriors water waterloo waters watson wayne weasel weather webmaster webster weezer
welcome welcome1 werewolf wesley western westham westside whatever whatsapp wheels whiskey white whitney
whocares whynot wicked wildcat wildcats william william1 williams willie willis willow willy wilson window
windows winner winnie winston winter wisdom wizard wolfgang wolfman wolfpack wolverin wolverine wolves
wombat women wonder woody woody1 wookie wordpass world wrangler wright wrinkle1 writer wutang xabier xanadu
xavier xfiles yago yamaha yankee yankees yankees1 ybrbnf yellow yeray yfnfif yomama yopal young yourmom
youssef yvonne zachary zaq123 zaq12wsx zaq1xsw2 zaqwsx zeppelin zidane zipaquira zipper zombie zxc123
zxcv1234 zxcvbn zxcvbnm
`;
