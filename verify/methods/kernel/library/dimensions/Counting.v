(* How many dimensions there are of what parts of a spectrum are made of: indices, numbers, vectors, states. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families States Filling.
Open Scope R_scope.
Implicit Types S : inner_product_space.

Lemma same_or_not {A} (T : list A) (a b : A) : enumerates T -> a = b \/ a <> b.
Proof.
  intros [_ [ND All]]. assert (Ia := All a). assert (Ib := All b). clear All.
  induction ND as [|c T New ND IH]; [tauto|]. destruct Ia as [<-|Ia], Ib as [<-|Ib]; auto;
    right; intros <-; contradiction.
Qed.
Section Members.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states S tokens Lst.
Let one (i : Token) (v : S) : X := single S tokens Lst i v.
Lemma vtotal_states {A} (T : list A) (f : A -> X) i : vtotal T f i = vtotal T (fun a => f a i).
Proof. induction T as [|a T IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.
Lemma inner_one i v (x : X) : inner (one i v) x = inner v (x i).
Proof. exact (inner_single S tokens Lst ET i v x). Qed.
Lemma inner_ones i v w : inner (one i v) (one i w) = inner v w.
Proof. rewrite inner_one. unfold one, single. rewrite inner_scale_r, (proj1 equal_kronecker). ring. Qed.
Lemma one_of_each (x : X) : x = vtotal tokens (fun i => vscale 1 (one i (x i))).
Proof.
  apply inner_ext. intro z. rewrite inner_vtotal_l. simpl inner at 1. apply total_ext. intro i.
  rewrite inner_scale_l, inner_one. ring.
Qed.
(* From a space for each token one of states, of as many dimensions as they have together. *)
Lemma joined (kind : Token -> S -> Prop) (n : Token -> R) : (forall i, kind i vzero) ->
  (forall i, exists B, spanned (kind i) B /\ size B = n i) ->
  exists B : list X, spanned (fun x : X => forall i, kind i (x i)) B /\ size B = total tokens n.
Proof.
  intros Z H. assert (G : forall T, NoDup T -> exists B : list X, orthogonal_list inner B /\
    (forall e, In e B -> exists i v, In i T /\ kind i v /\ e = one i v) /\ size B = total T n /\
    forall i v, In i T -> kind i v -> one i v = expansion B (one i v)).
  { intros T ND. induction ND as [|i T New ND [B [O [M [N E]]]]].
    - exists nil. split; [split; constructor|]. simpl. split; [tauto|]. split; [reflexivity | tauto].
    - destruct (H i) as [C [[CO [CH CE]] CN]]. rewrite List.Forall_forall in CH.
      assert (CO' : orthogonal_list inner (map (one i) C)).
      { apply (orthogonal_map inner inner (kind i) (one i) 1); [lra| |apply List.Forall_forall;
        exact CH | exact CO].
        intros a b _ _. rewrite inner_ones. ring. }
      assert (O' : orthogonal_list inner (map (one i) C ++ B)).
      { apply orthogonal_app. split; [exact CO'|split; [exact O|]]. intros a b I J. apply in_map_iff in I.
        destruct I as [v [<- I]]. destruct (M b J) as [j [w [J' [_ ->]]]]. rewrite inner_one. unfold one, single.
        rewrite inner_scale_r, (proj2 equal_kronecker); [ring|]. intros ->. exact (New J'). }
      exists (map (one i) C ++ B). split; [exact O'|]. split; [|split].
      + intros e I. apply in_app_or in I. destruct I as [I|I].
        * apply in_map_iff in I. destruct I as [v [<- I]]. exists i, v. simpl. auto.
        * destruct (M e I) as [j [w [J [K ->]]]]. exists j, w. simpl. auto.
      + rewrite size_app, size_map, N, CN. reflexivity.
      + intros j v J K. apply (grown _ _ _ O'). destruct J as [<-|J]; [left|right; exact (E j v J K)].
        apply expanded; [exact CO'|]. rewrite total_map, inner_ones, <- (parseval C v (CE v K)).
        apply total_ext. intro e. unfold share. rewrite !inner_ones. reflexivity. }
  destruct (G tokens (proj1 (proj2 ET))) as [B [O [M [N E]]]]. exists B. split; [split; [exact O|split]|exact N].
  - apply List.Forall_forall. intros e I. destruct (M e I) as [i [v [_ [K ->]]]]. intro j. unfold one, single.
    destruct (equal_cases i j) as [Q|Q]; rewrite Q.
    + rewrite vscale_zero. apply Z.
    + rewrite vscale_one. destruct (same_or_not tokens i j ET) as [<-|D]; [exact K|].
      rewrite (proj2 equal_kronecker) in Q by exact D. exfalso. lra.
  - intros x K. rewrite (one_of_each x). apply expansion_vtotal. intros i I. apply E; auto.
Qed.
End Members.
Lemma counted_spanned {U : inner_product_space} (kind kind' : U -> Prop) B n : spanned kind B -> size B = n ->
  (forall a, kind a -> kind' a) -> counted inner kind' n.
Proof.
  intros [O [H _]] N K. exists B. split; [exact O|]. split; [|exact N].
  rewrite List.Forall_forall in H |- *. auto.
Qed.
Lemma counted_indices {A} (T : list A) (same : A -> A -> R) n : enumerates T -> kronecker same -> n = size T ->
  counted same (fun _ => True) n.
Proof.
  intros [_ [ND _]] [One Zero] ->. exists T. split; [|split; [apply List.Forall_forall; auto | reflexivity]].
  induction ND as [|a T New ND [O P]]; split; constructor; auto; [|rewrite One; lra].
  apply List.Forall_forall. intros b I. apply Zero. intros ->. contradiction.
Qed.
Lemma counted_indices_but {A} (T : list A) (same : A -> A -> R) n r : enumerates T -> kronecker same ->
  n = size T ->
  counted same (fun k => k <> r) (n - 1).
Proof.
  intros ET K ->. destruct (counted_indices T same _ ET K eq_refl) as [L [O [_ N]]]. clear L O N.
  destruct ET as [_ [ND All]]. destruct (in_split r T (All r)) as [L [M E]].
  assert (Q : size T = size L + (1 + size M)) by (rewrite E, size_app; reflexivity). rewrite E in ND.
  assert (Out := NoDup_remove_2 _ _ _ ND). apply NoDup_remove_1 in ND. exists (L ++ M). split; [|split].
  - clear - ND K. destruct K as [One Zero]. induction ND as [|a T New ND [O P]]; split; constructor; auto;
    [|rewrite One; lra].
    apply List.Forall_forall. intros b I. apply Zero. intros ->. contradiction.
  - apply List.Forall_forall. intros k I ->. contradiction.
  - rewrite size_app, Q. ring.
Qed.
Lemma counted_line : counted Rmult (fun _ => True) 1.
Proof.
  exists (1 :: nil). split; [|split; [repeat constructor | unfold size; simpl; ring]].
  split; repeat constructor. lra.
Qed.
Section Spanned.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (n : R).
Hypothesis ET : enumerates tokens.
Hypothesis Dimension : has_dimension S n.
Let X := states S tokens (proj2 (proj2 ET)).
Lemma counted_vectors : counted (@inner S) (fun _ => True) n.
Proof. destruct (dimension_spanned n Dimension) as [B [H N]]. apply (counted_spanned _ _ B n H N). auto. Qed.
Lemma cut_spanned (u : S) : 0 < inner u u ->
  exists B : list S, spanned (fun x => True /\ inner x u = 0) B /\ size B = n - 1.
Proof.
  intro P. destruct (dimension_spanned n Dimension) as [B [H N]]. rewrite <- N.
  apply (cut (fun _ => True)); unfold is_space; auto.
Qed.
Lemma counted_orthogonal (u : S) : 0 < inner u u -> counted (@inner S) (fun z => inner z u = 0) (n - 1).
Proof. intro P. destruct (cut_spanned u P) as [B [H N]]. apply (counted_spanned _ _ B _ H N). tauto. Qed.
Lemma all_spanned : exists B : list X, spanned (fun _ => True) B /\ size B = size tokens * n.
Proof.
  destruct (joined tokens ET (fun _ (_ : S) => True) (fun _ => n)) as [B [[O [H E]] N]]; auto.
  - intros _. apply dimension_spanned. exact Dimension.
  - exists B. split; [split; [exact O|split]|]; [apply List.Forall_forall; auto | auto |].
    etransitivity; [exact N|]. unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring.
Qed.
Lemma tangents_spanned (u : Token -> S) : (forall i, 0 < inner (u i) (u i)) ->
  exists B : list X, spanned (fun x : X => forall i, inner (u i) (x i) = 0) B /\ size B = size tokens * (n - 1).
Proof.
  intro P. destruct (joined tokens ET (fun i (x : S) => inner (u i) x = 0) (fun _ => n - 1)) as [B [H N]].
  - intro. apply inner_zero_r.
  - intro i. destruct (cut_spanned (u i) (P i)) as [B [[O [H E]] N]]. exists B. split; [split;
    [exact O|split]|exact N].
    + rewrite List.Forall_forall in H |- *. intros x I. rewrite inner_sym. apply H. exact I.
    + intros x Q. apply E. rewrite inner_sym. auto.
  - exists B. split; [exact H|]. etransitivity;
    [exact N|]. unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring.
Qed.
Lemma counted_families : counted (fun x y : Token ->
  S => total tokens (fun i => inner (x i) (y i))) (fun _ => True) (size tokens * n).
Proof. destruct all_spanned as [B [H N]]. exact (counted_spanned (U := X) _ _ B _ H N (fun _ _ => I)). Qed.
Lemma counted_tangents (u : Token -> S) : (forall i, 0 < inner (u i) (u i)) ->
  counted (fun x y : Token -> S => total tokens (fun i => inner (x i) (y i)))
    (fun x => forall i, inner (x i) (u i) = 0) (size tokens * (n - 1)).
Proof.
  intro P. destruct (tangents_spanned u P) as [B [H N]]. apply (counted_spanned (U := X) _ _ B _ H N).
  intros x Q i. rewrite inner_sym. apply Q.
Qed.
End Spanned.
Section Numbers.
Context {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Let X := states real_line tokens (proj2 (proj2 ET)).
Local Ltac real := repeat match goal with
  | c : vector X |- _ => change (Token -> R) in c
  | c : vector real_line |- _ => change R in c end; simpl; ring.
Lemma one_spanned : spanned (fun _ : real_line => True) (1 :: nil).
Proof.
  split; [split; repeat constructor; simpl; lra|]. split; [repeat constructor|]. intros f _.
  assert (Q : forall x : R, x = 1 * x / (1 * 1) * 1 + 0) by (intro; field). exact (Q f).
Qed.
Lemma numbers_spanned : exists B : list X, spanned (fun _ => True) B /\ size B = size tokens.
Proof.
  destruct (all_spanned (S := real_line) tokens 1 ET) as [B [H N]].
  - exists (1 :: nil). split; [unfold size; simpl; ring|]. split; [intros e [<-|[]]; simpl; ring|].
    intro x. assert (Q : forall y : R, y = 1 * y * 1 + 0) by (intro; ring). exact (Q x).
  - exists B. split; [exact H|]. etransitivity; [exact N|]. ring.
Qed.
Lemma counted_numbers : counted (fun a b : Token ->
  R => total tokens (fun i => a i * b i)) (fun _ => True) (size tokens).
Proof. destruct numbers_spanned as [B [H N]]. exact (counted_spanned (U := X) _ _ B _ H N (fun _ _ => I)). Qed.
Lemma counted_zero_sums :
  counted (fun a b : Token -> R => total tokens (fun i => a i * b i)) (fun c => total tokens c = 0) (size
    tokens - 1).
Proof.
  destruct numbers_spanned as [B [H N]]. destruct (cut (U := X) (fun _ => True) B (fun _ => 1)) as [M [HM NM]];
    unfold is_space; auto.
  - simpl. assert (P := size_positive tokens ET). unfold size in P. erewrite total_ext; [exact P|]. intro. real.
  - rewrite N in NM. apply (counted_spanned (U := X) _ _ M _ HM NM). intros c [_ Q]. rewrite <- Q. simpl.
    apply total_ext. intro. real.
Qed.
(* Those of a group, which m marks. *)
Lemma counted_zero_sums_within (m : Token -> R) k (kind : (Token -> R) ->
  Prop) : (forall i, m i = 0 \/ m i = 1) -> total tokens m = k -> 0 < k ->
  (forall c, total tokens (fun i => m i * c i) = 0 -> kind c) ->
  counted (fun a b : Token -> R => total tokens (fun i => m i * a i * b i)) kind (k - 1).
Proof.
  intros Mark K P Kind. assert (Sq : forall i, m i * m i = m i) by (intro i; destruct (Mark i) as [->| ->]; ring).
  destruct (joined (S := real_line) tokens ET (fun i x => x = m i * x) m) as [B [H N]].
  - intro i. real.
  - intro i. destruct (Mark i) as [Q|Q]; rewrite Q.
    + exists nil. split; [|reflexivity]. split; [split; constructor|]. split; [constructor|].
      intros f E. rewrite E. exact (Rmult_0_l f).
    + exists (1 :: nil). split; [|unfold size; simpl; ring]. destruct one_spanned as [O [_ E]].
      split; [exact O|]. split; [constructor; [real|constructor]|]. intros f _. apply E. exact I.
  - rewrite K in N. destruct (cut (U := X) (fun x : X => forall i, x i = m i * x i) B m) as [M [HM NM]].
    + intros f g c F G i. simpl. rewrite (F i) at 1. rewrite (G i) at 1. real.
    + intro i. real.
    + exact H.
    + intro i. symmetry. apply Sq.
    + simpl. erewrite total_ext; [rewrite K; exact P|]. intro i. apply Sq.
    + assert (NM' : size M = k - 1) by (etransitivity; [exact NM|]; apply Rplus_eq_compat_r; exact N).
      apply (counted_image (A := Token -> R) (B := Token ->
        R) (@inner X) _ (fun x => (forall i, x i = m i * x i) /\ total tokens (fun i => x i * m i) = 0) kind
        (fun x => x) 1);
        [apply (counted_spanned (U := X) _ _ M _ HM NM'); auto | lra | |].
      * intros a b [A _] _. simpl. rewrite Rmult_1_l. apply total_ext. intro i. rewrite (A i) at 2. reflexivity.
      * intros c [_ Q]. apply Kind. rewrite <- Q. apply total_ext. intro. real.
Qed.
End Numbers.
