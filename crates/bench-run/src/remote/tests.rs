//! What goes to other machines and what comes back.

use super::*;

#[test]
fn containers_survive_the_journey() {
    let accesses = [Access::Hidden, Access::ReadOnly, Access::Overlay, Access::Full];
    let rules = accesses.map(|access| Rule { folder: PathBuf::from("/x"), access }).to_vec();
    let container = Container { rules: rules.clone(), network: Network::Host, ..Container::default() };
    let text = serde_json::to_string(&RemoteContainer::of(&container)).unwrap();
    let back = serde_json::from_str::<RemoteContainer>(&text).unwrap().container();
    assert_eq!((back.rules, back.network), (rules, Network::Host));
}

#[test]
fn results_appear_whole() {
    let folder = std::env::temp_dir().join(format!("remote-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    assert_eq!(result(&folder, 3), Ok(None));
    let run = Run { name: "a".to_owned(), repetition: 1, ..Run::default() };
    write(&folder.join("3.run"), &run).unwrap();
    assert_eq!(result(&folder, 3), Ok(Some(run)));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::write(folder.join("4.run"), "{").unwrap();
    assert!(result(&folder, 4).unwrap_err().message.contains("damaged"));
    fs::remove_dir_all(&folder).unwrap();
}
