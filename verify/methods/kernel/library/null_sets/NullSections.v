(* Lists of unit tokens of which one is across a vector other than 0 have no volume among all lists of unit
   tokens: what is across the vector has one coordinate less. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words NullSets NullGraphs Exchange.
Open Scope R_scope.

Section Sphere.
Context {S : inner_product_space}.
Implicit Types (F : list S) (b f x y w : S).
Lemma vnorm_vtotal {I} (T : list I) (g : I -> S) : vnorm (vtotal T g) <= total T (fun i => vnorm (g i)).
Proof.
  induction T as [|i T IH]; simpl; [unfold vnorm; rewrite inner_zero_l, sqrt_0; lra|].
  eapply Rle_trans; [apply vnorm_add | lra].
Qed.
Lemma total_below {I} (T : list I) (g h : I -> R) : (forall i, In i T -> g i <= h i) -> total T g <= total T h.
Proof.
  induction T as [|i T IH]; intro H; simpl; [lra|].
  assert (H1 := H i (or_introl eq_refl)). assert (total T g <= total T h) by (apply IH; intros; apply H; right; auto).
  lra.
Qed.
Lemma size_length {I} (T : list I) : size T = INR (length T).
Proof.
  induction T as [|i T IH]; [reflexivity|]. change (1 + size T = INR (Datatypes.S (length T))).
  rewrite S_INR, IH. ring.
Qed.
Lemma vnorm_by_basis F x : resolves F -> of_length_one F -> vnorm x <= total F (fun f => Rabs (inner f x)).
Proof.
  intros Res One. rewrite (resolved_expansion F Res x) at 1. eapply Rle_trans; [apply vnorm_vtotal|].
  apply total_below. intros f I. rewrite vnorm_scale. unfold vnorm. rewrite (One f I), sqrt_1. lra.
Qed.
Lemma coordinate_bound f x : inner f f = 1 -> inner x x = 1 -> Rabs (inner f x) <= 1.
Proof.
  intros A B. eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm. rewrite A, B, sqrt_1. lra.
Qed.
(* The part of the sphere where the coordinate b is large, on one side. *)
Definition cap (F : list S) (side : R) (b x : S) := inner x x = 1 /\ 1 <= 2 * size F * (side * inner b x).
Lemma size_of_basis F x : resolves F -> inner x x = 1 -> 1 <= size F.
Proof.
  intros Res Unit. assert (P := Res x x). rewrite Unit in P. rewrite size_length.
  destruct F; [simpl in P; lra|]. apply (le_INR 1). simpl. lia.
Qed.
Lemma some_cap F x : resolves F -> inner x x = 1 -> exists b, In b F /\ (cap F 1 b x \/ cap F (-1) b x).
Proof.
  intros Res Unit. assert (P := Res x x). rewrite Unit in P. assert (N1 := size_of_basis F x Res Unit).
  set (h := / (2 * size F)). assert (Ip : 0 < h) by (apply Rinv_0_lt_compat; lra).
  assert (Inv : 2 * size F * h = 1) by (apply Rinv_r; lra).
  assert (Pick : (exists b, In b F /\ h <= Rabs (inner b x)) \/ forall b, In b F -> Rabs (inner b x) <= h).
  { generalize h. clear. intro h. induction F as [|b F IH]; [right; intros b []|].
    destruct (Rle_lt_dec h (Rabs (inner b x))) as [H|H]; [left; exists b; split; [left; auto | auto]|].
    destruct IH as [[c' [I C]]|None]; [left; exists c'; split; [right; auto | auto]|].
    right. intros a [<-|I]; [lra | auto]. }
  destruct Pick as [[b [I H]]|None].
  - exists b. split; [exact I|]. unfold cap.
    assert (2 * size F * h <= 2 * size F * Rabs (inner b x)) by (apply Rmult_le_compat_l; lra).
    unfold Rabs in *. destruct (Rcase_abs (inner b x)); [right | left]; split; auto; lra.
  - exfalso. assert (Small : total F (fun b => inner b x * inner b x) <= total F (fun _ => h * h)).
    { apply total_below. intros b I. rewrite <- (Rabs_pos_eq (_ * _)) by apply Rle_0_sqr.
      rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    rewrite (total_ext F (fun _ => h * h) (fun _ => h * h * 1)), total_scale in Small by (intro; ring).
    fold (size F) in Small. rewrite <- P in Small. assert (h * h * size F = h / 2) by nra. nra.
Qed.
(* There the coordinate b is one too many. *)
Lemma cap_told F1 b F2 side x y d : resolves (F1 ++ b :: F2) -> of_length_one (F1 ++ b :: F2) -> 0 <= d ->
  side * side = 1 -> cap (F1 ++ b :: F2) side b x -> cap (F1 ++ b :: F2) side b y ->
  (forall f, In f (F1 ++ F2) -> Rabs (inner f x - inner f y) <= d) ->
  vnorm (vsub x y) <= 3 * size (F1 ++ b :: F2) * size (F1 ++ b :: F2) * d.
Proof.
  set (F := F1 ++ b :: F2). intros Res One D Side [X CX] [Y CY] Near. set (n := size F) in *.
  assert (N1 : 1 <= n) by exact (size_of_basis F x Res X).
  assert (Split : forall g, total F g = g b + total (F1 ++ F2) g).
  { intro g. unfold F. rewrite !total_append. simpl. ring. }
  assert (Sz : n = 1 + size (F1 ++ F2)) by exact (Split (fun _ => 1)).
  assert (Mem : forall f, In f (F1 ++ F2) -> In f F).
  { intros f I. apply in_app_iff in I. apply in_app_iff. simpl. tauto. }
  assert (Nb : Rabs (inner b x - inner b y) <= 2 * n * (n - 1) * d).
  { set (p := side * inner b x) in *. set (q := side * inner b y) in *.
    assert (E : p * p - q * q = total (F1 ++ F2) (fun f => (inner f y - inner f x) * (inner f y + inner f x))).
    { assert (A := Res x x). assert (B := Res y y). rewrite X, Split in A. rewrite Y, Split in B.
      assert (Pp : p * p = inner b x * inner b x).
      { unfold p. replace (side * inner b x * (side * inner b x)) with
          (side * side * (inner b x * inner b x)) by ring. rewrite Side. ring. }
      assert (Qq : q * q = inner b y * inner b y).
      { unfold q. replace (side * inner b y * (side * inner b y)) with
          (side * side * (inner b y * inner b y)) by ring. rewrite Side. ring. }
      rewrite (total_ext _ (fun f => (inner f y - inner f x) * (inner f y + inner f x))
        (fun f => inner f y * inner f y + -1 * (inner f x * inner f x))) by (intro; ring).
      rewrite total_add, total_scale. lra. }
    assert (Small : Rabs (p * p - q * q) <= 2 * (n - 1) * d).
    { rewrite E. replace (2 * (n - 1) * d) with (total (F1 ++ F2) (fun _ => 2 * d)).
      - clear E Split Sz. assert (T : forall T : list S, (forall f, In f T -> In f (F1 ++ F2)) ->
          Rabs (total T (fun f => (inner f y - inner f x) * (inner f y + inner f x))) <= total T (fun _ => 2 * d)).
        { induction T as [|f T IH]; intro M; simpl; [rewrite Rabs_R0; lra|].
          eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [|apply IH; intros; apply M; right; auto].
          assert (If := M f (or_introl eq_refl)). rewrite Rabs_mult, Rabs_minus_sym, Rmult_comm.
          apply Rmult_le_compat; auto using Rabs_pos. eapply Rle_trans; [apply Rabs_triang|].
          assert (H1 := coordinate_bound f x (One f (Mem f If)) X).
          assert (H2 := coordinate_bound f y (One f (Mem f If)) Y). lra. }
        apply T. auto.
      - rewrite (total_ext _ _ (fun _ => 2 * d * 1)), total_scale by (intro; ring). fold (size (F1 ++ F2)).
        rewrite Sz. ring. }
    assert (Sum : 1 <= n * (p + q)) by lra.
    assert (Abs : Rabs (inner b x - inner b y) = Rabs (p - q)).
    { unfold p, q. rewrite <- Rmult_minus_distr_l, Rabs_mult. replace (Rabs side) with 1; [ring|].
      unfold Rabs. destruct (Rcase_abs side); nra. }
    rewrite Abs. replace (p * p - q * q) with ((p - q) * (p + q)) in Small by ring. rewrite Rabs_mult in Small.
    assert (PQ : 0 < p + q) by nra. rewrite (Rabs_pos_eq (p + q)) in Small by lra.
    assert (A0 := Rabs_pos (p - q)). set (a := Rabs (p - q)) in *.
    assert (a * 1 <= a * (n * (p + q))) by (apply Rmult_le_compat_l; auto).
    assert (n * (a * (p + q)) <= n * (2 * (n - 1) * d)) by (apply Rmult_le_compat_l; lra). lra. }
  eapply Rle_trans; [apply (vnorm_by_basis F _ Res One)|].
  assert (Diff : forall f, inner f (vsub x y) = inner f x - inner f y).
  { intro f. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
  rewrite (total_ext F _ (fun f => Rabs (inner f x - inner f y))) by (intro f; rewrite Diff; reflexivity).
  rewrite Split. assert (Rest : total (F1 ++ F2) (fun f => Rabs (inner f x - inner f y)) <= (n - 1) * d).
  { replace ((n - 1) * d) with (total (F1 ++ F2) (fun _ => d * 1)); [apply total_below; intros f I;
      specialize (Near f I); lra|]. rewrite total_scale. fold (size (F1 ++ F2)). rewrite Sz. ring. }
  assert (0 <= n * n) by apply Rle_0_sqr.
  assert (0 <= (n * n + n + 1) * d) by (apply Rmult_le_pos; lra).
  lra.
Qed.
End Sphere.

(* Finitely many parts of a set of vectors, each told apart by q coordinates. *)
Section Parts.
Context {S : inner_product_space} (L : R).
Definition part (q : nat) (p : list S * (S -> Prop)) := (length (fst p) <= q)%nat /\
  (forall x f, snd p x -> In f (fst p) -> Rabs (inner f x) <= 1) /\
  forall x y d, snd p x -> snd p y -> 0 <= d ->
    (forall f, In f (fst p) -> Rabs (inner f x - inner f y) <= d) -> vnorm (vsub x y) <= L * d.
Definition parts (q : nat) (K : S -> Prop) :=
  exists P, (forall p, In p P -> part q p) /\ forall x, K x -> exists p, In p P /\ snd p x.
Lemma caps (F F1 F2 : list S) : resolves F -> of_length_one F -> F = F1 ++ F2 -> L = 3 * size F * size F ->
  exists P, (forall p, In p P -> part (length F - 1) p /\ (exists G, fst p = F1 ++ G) /\
    forall x, snd p x -> inner x x = 1) /\
  forall x b, In b F2 -> cap F 1 b x \/ cap F (-1) b x -> exists p, In p P /\ snd p x.
Proof.
  intros Res One. revert F1. induction F2 as [|b F2 IH]; intros F1 E HL.
  - exists nil. split; [intros p [] | intros x b []].
  - destruct (IH (F1 ++ b :: nil)) as [P [HP Cov]]; [rewrite <- app_assoc; exact E | exact HL|].
    exists ((F1 ++ F2, cap F 1 b) :: (F1 ++ F2, cap F (-1) b) :: P). split.
    + assert (New : forall side, side * side = 1 -> part (length F - 1) (F1 ++ F2, cap F side b)).
      { intros side Sq. split; [|split]; simpl.
        - rewrite E, !app_length. simpl. lia.
        - intros x f X I. apply coordinate_bound; [apply One | exact (proj1 X)]. rewrite E. apply in_app_iff in I.
          apply in_app_iff. simpl. tauto.
        - intros x y d X Y D Near. subst F. rewrite HL. exact (cap_told F1 b F2 side x y d Res One D Sq X Y Near). }
      intros p [<-|[<-|I]]; [| |].
      * split; [apply New; ring|]. split; [exists F2; reflexivity | intros x X; exact (proj1 X)].
      * split; [apply New; ring|]. split; [exists F2; reflexivity | intros x X; exact (proj1 X)].
      * destruct (HP p I) as [A [[G Eq] U]]. split; [exact A|]. split; [|exact U].
        exists (b :: G). rewrite Eq, <- app_assoc. reflexivity.
    + intros x c [<-|I] C.
      * destruct C as [C|C]; [exists (F1 ++ F2, cap F 1 b) | exists (F1 ++ F2, cap F (-1) b)]; simpl; auto.
      * destruct (Cov x c I C) as [p [Ip X]]. exists p. simpl. auto.
Qed.
Lemma sphere_parts (F : list S) : resolves F -> of_length_one F -> L = 3 * size F * size F ->
  parts (length F - 1) (fun x => inner x x = 1).
Proof.
  intros Res One HL. destruct (caps F nil F Res One eq_refl HL) as [P [HP Cov]]. exists P. split.
  - intros p I. apply HP, I.
  - intros x X. destruct (some_cap F x Res X) as [b [I C]]. exact (Cov x b I C).
Qed.
Lemma section_parts e (F : list S) : resolves (e :: F) -> of_length_one (e :: F) ->
  L = 3 * size (e :: F) * size (e :: F) -> parts (length F - 1) (fun x => inner x x = 1 /\ inner e x = 0).
Proof.
  intros Res One HL. destruct (caps (e :: F) (e :: nil) F Res One eq_refl HL) as [P [HP Cov]].
  exists (map (fun p => (tl (fst p), fun x => snd p x /\ inner e x = 0)) P). split.
  - intros p I. apply in_map_iff in I. destruct I as [p' [<- I]]. destruct (HP p' I) as [[Len [Bd Tell]] [[G E] U]].
    rewrite E in *. simpl in *. split; [simpl; lia|]. split; simpl.
    + intros x f [X _] J. apply Bd; auto.
    + intros x y d [X Ex] [Y Ey] D Near. apply Tell; auto. intros f [<-|J]; [|apply Near, J].
      rewrite Ex, Ey, Rminus_0_r, Rabs_R0. exact D.
  - intros x [X Ex]. destruct (some_cap (e :: F) x Res X) as [b [[<-|I] C]].
    + exfalso. unfold cap in C. rewrite Ex in C. destruct C as [[_ C]|[_ C]]; lra.
    + destruct (Cov x b I C) as [p [Ip Xp]]. exists (tl (fst p), fun x => snd p x /\ inner e x = 0).
      split; [|simpl; auto]. apply in_map_iff. exists p. auto.
Qed.
End Parts.

(* And of a set of states. *)
Section States.
Context {S : inner_product_space} {Token : Type} (L : R).
Hypothesis L0 : 0 <= L.
Implicit Types A : (Token -> S) -> Prop.
Definition states_part (T : list Token) (q : nat) (p : list ((Token -> S) -> R) * ((Token -> S) -> Prop)) :=
  (length (fst p) <= q)%nat /\ (forall x f, snd p x -> In f (fst p) -> Rabs (f x) <= 1) /\
  forall x y d, snd p x -> snd p y -> 0 <= d -> (forall f, In f (fst p) -> Rabs (f x - f y) <= d) ->
    forall i, In i T -> vnorm (vsub (x i) (y i)) <= L * d.
Definition states_parts T q A :=
  exists P, (forall p, In p P -> states_part T q p) /\ forall x, A x -> exists p, In p P /\ snd p x.
Lemma no_tokens_told : states_parts nil 0 (fun _ => True).
Proof.
  exists ((nil, fun _ => True) :: nil). split; [|intros x _; eexists; split; [left; reflexivity | exact Logic.I]].
  intros p [<-|[]]. split; [simpl; lia|]. split; [intros x f _ []|]. intros x y c _ _ _ _ j [].
Qed.
Lemma null_none dim : (0 < dim)%nat -> null dim (fun _ : Token -> S => False).
Proof.
  intros D eps He. exists (fun _ => 0), (fun _ _ => False). split; [intro k; split; [lra | intros x y []]|].
  split; [|intros x []]. intro n. rewrite (sum_eq _ (fun _ => 0)) by (intros; apply pow_i, D). rewrite sum_cte. lra.
Qed.
Lemma one_more T m A i q (K : S -> Prop) : states_parts T m A -> parts L q K ->
  states_parts (i :: T) (q + m) (fun x => A x /\ K (x i)).
Proof.
  intros [P [HP CP]] [Q [HQ CQ]].
  exists (map (fun pq => (map (fun (f : S) (x : Token -> S) => inner f (x i)) (fst (snd pq)) ++ fst (fst pq),
    fun x => snd (fst pq) x /\ snd (snd pq) (x i))) (list_prod P Q)). split.
  - intros r I. apply in_map_iff in I. destruct I as [[p k] [<- I]]. apply in_prod_iff in I. destruct I as [Ip Ik].
    destruct (HP p Ip) as [Lp [Bp Tp]]. destruct (HQ k Ik) as [Lk [Bk Tk]]. split; [|split]; simpl.
    + rewrite app_length, map_length. lia.
    + intros x f [X Y] J. apply in_app_iff in J. destruct J as [J|J]; [|apply Bp; auto].
      apply in_map_iff in J. destruct J as [g [<- J]]. apply Bk; auto.
    + intros x y d [X X'] [Y Y'] D Near j [<-|J].
      * apply Tk; auto. intros f F. apply (Near (fun x => inner f (x i))). apply in_app_iff. left. apply in_map_iff.
        exists f. auto.
      * apply Tp; auto. intros f F. apply Near. apply in_app_iff. right. exact F.
  - intros x [X Kx]. destruct (CP x X) as [p [Ip Px]]. destruct (CQ (x i) Kx) as [k [Ik Kk]].
    eexists. split; [apply in_map_iff; exists (p, k); split; [reflexivity | apply in_prod_iff; auto]|]. simpl. auto.
Qed.
Lemma many_more q (K : S -> Prop) T m A U : states_parts T m A -> parts L q K ->
  states_parts (U ++ T) (length U * q + m) (fun x => A x /\ forall i, In i U -> K (x i)).
Proof.
  intros H Q. induction U as [|i U IH]; simpl.
  - destruct H as [P [HP CP]]. exists P. split; [exact HP|]. intros x [X _]. auto.
  - destruct (one_more (U ++ T) (length U * q + m) _ i q K IH Q) as [P [HP CP]]. exists P. split.
    + intros p I. destruct (HP p I) as [A1 A2]. split; [rewrite <- Nat.add_assoc; exact A1 | exact A2].
    + intros x [X Kx]. apply CP. split; [split; [exact X|]|]; intros; apply Kx; auto.
Qed.
Lemma null_parts dim T q A : (q < dim)%nat -> (forall i, In i T) -> states_parts T q A -> null dim A.
Proof.
  intros Few All [P [HP CP]]. apply (null_part dim (fun x => exists p, In p P /\ snd p x)); [|exact CP]. clear CP.
  induction P as [|p P IH].
  - apply (null_part dim _ _ (null_none dim ltac:(lia))). intros x [p [[] _]].
  - apply (null_part dim (fun x => snd p x \/ exists p, In p P /\ snd p x)).
    + apply null_either; [|apply IH; intros; apply HP; right; auto].
      destruct (HP p (or_introl eq_refl)) as [Len [Bd Tell]]. intros eps He.
      exists (graph_radius dim 1 L (fst p) eps), (graph_cover dim 1 L (fst p) (snd p) eps).
      apply covered_graph; [lia | lra | exact L0 | | exact He]. split; [exact Bd|].
      intros x y d X Y D Near i. apply (Tell y x d Y X D); [|apply All].
      intros f F. rewrite Rabs_minus_sym. apply Near, F.
    + intros x [p' [[<-|I] X]]; [left; exact X | right; exists p'; auto].
Qed.
Lemma null_one_of dim (T : list Token) (A : Token -> (Token -> S) -> Prop) : (0 < dim)%nat ->
  (forall i, In i T -> null dim (A i)) -> null dim (fun x => exists i, In i T /\ A i x).
Proof.
  intros D. induction T as [|i T IH]; intro H.
  - apply (null_part dim _ _ (null_none dim D)). intros x [i [[] _]].
  - apply (null_part dim (fun x => A i x \/ exists i, In i T /\ A i x)).
    + apply null_either; [apply H; left; auto | apply IH; intros; apply H; right; auto].
    + intros x [j [[<-|J] X]]; [left; exact X | right; exists j; auto].
Qed.
End States.

Theorem null_section {S : inner_product_space} {Token} (tokens : list Token) (B : list S) (w : S) :
  enumerates tokens -> resolves B -> of_length_one B -> (2 <= length B)%nat -> w <> vzero ->
  null (length tokens * (length B - 1)) (fun x : Token -> S =>
    (forall i, inner (x i) (x i) = 1) /\ exists i, In i tokens /\ inner w (x i) = 0).
Proof.
  intros [Some [_ All]] Res One Two W.
  assert (W0 : inner w w <> 0) by (intro E; apply W, inner_definite, E).
  assert (Wp : 0 < vnorm w).
  { apply sqrt_lt_R0. assert (P := inner_nonneg S w). lra. }
  set (e := vscale (/ vnorm w) w). assert (E1 : inner e e = 1).
  { unfold e. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra. }
  destruct (no_more_than_basis B Res One (e :: nil)) as [F [Len [ResF OneF]]].
  { intros f [<-|[]]. exact E1. }
  { repeat constructor. }
  simpl in Len, ResF, OneF. set (L := 3 * size B * size B).
  assert (Same : L = 3 * size (e :: F) * size (e :: F)).
  { unfold L. rewrite !size_length, Len. reflexivity. }
  assert (L0 : 0 <= L).
  { unfold L. rewrite size_length. assert (P := pos_INR (length B)).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact P]. }
  assert (across : forall z, inner w z = 0 -> inner e z = 0).
  { intros z Z. unfold e. rewrite inner_scale_l, Z. ring. }
  assert (N : (0 < length tokens)%nat) by (destruct tokens; [tauto | simpl; lia]).
  set (d := (length B - 1)%nat). assert (D : (0 < d)%nat) by (unfold d; lia).
  apply (null_part _ (fun x : Token -> S => exists i, In i tokens /\
    (forall j, inner (x j) (x j) = 1) /\ inner w (x i) = 0)); [|intros x [U [i [I X]]]; exists i; auto].
  apply (null_one_of (length tokens * d) tokens (fun i (x : Token -> S) =>
    (forall j, inner (x j) (x j) = 1) /\ inner w (x i) = 0)); [apply Nat.mul_pos_pos; auto|].
  intros i I. destruct (in_split i tokens I) as [U [V E]].
  assert (Base := no_tokens_told (S := S) (Token := Token) L).
  assert (Ball := sphere_parts L B Res One eq_refl). assert (Cut := section_parts L e F ResF OneF Same).
  assert (H := many_more L _ _ _ _ _ U (one_more L _ _ _ i _ _ (many_more L _ _ _ _ _ V Base Ball) Cut) Ball).
  apply null_part with (2 := fun x (X : (forall j, inner (x j) (x j) = 1) /\ inner w (x i) = 0) =>
    conj (conj (conj Logic.I (fun j (_ : In j V) => proj1 X j)) (conj (proj1 X i) (across (x i) (proj2 X))))
      (fun j (_ : In j U) => proj1 X j)).
  refine (null_parts L L0 _ _ _ _ _ _ H).
  - fold d. rewrite E, app_length. simpl length. assert (length F - 1 = d - 1)%nat by (unfold d; lia). nia.
  - intro j. assert (J := All j). rewrite E in J. rewrite app_nil_r. exact J.
Qed.
