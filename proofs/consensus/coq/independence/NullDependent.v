(* Lists of unit tokens that are linearly dependent have no volume among all lists of unit tokens, if they
   are no more than the dimension: one of them is the direction of a sum of the others, whose coefficients
   are bounded, and one of these is 1. *)
From Coq Require Import Reals Lra List Lia Permutation Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Bounded NullSets NullGraphs Exchange NullSections Graphs NearPlane.
Open Scope R_scope.

(* ------------------------------------------------------------------ images of graphs *)

(* Countably many Lipschitz images of what fewer coordinates than the dimension tell apart. *)
Theorem null_images {S X : inner_product_space} {Token Index : Type} (dim : nat)
  (f : (Token -> S) -> Index -> X) L c (A : (Token -> S) -> Prop) (B : nat -> (Token -> S) -> Prop)
  (K : nat -> R) : (length c < dim)%nat -> 0 <= L -> told_apart 1 L c A -> (forall N, 0 <= K N) ->
  (forall N x y d, B N x -> B N y -> 0 <= d -> within x d y -> within (f x) (K N * d) (f y)) ->
  null dim (fun z => exists N x, A x /\ B N x /\ forall i, z i = f x i).
Proof.
  intros Few L0 Told K0 Lip. set (v := fun eps N => eps / (K N ^ dim + 1)).
  apply (null_union dim (fun N z => exists x, A x /\ B N x /\ forall i, z i = f x i)
    (fun eps N k => K N * graph_radius dim 1 L c (v eps N) k)
    (fun eps N k z => exists x, graph_cover dim 1 L c A (v eps N) k x /\ B N x /\ forall i, z i = f x i)).
  intros N eps He. assert (P : 0 <= K N ^ dim) by (apply pow_le, K0).
  assert (V : 0 < v eps N) by (apply Rdiv_lt_0_compat; lra).
  apply (covered_less dim (K N ^ dim * v eps N)).
  - apply (covered_image dim f (K N) (B N) (K0 N) A (v eps N) _ _ (Lip N)).
    apply covered_graph; auto. lra.
  - unfold v. apply Rmult_le_reg_r with (K N ^ dim + 1); [lra|]. unfold Rdiv.
    replace (K N ^ dim * (eps * / (K N ^ dim + 1)) * (K N ^ dim + 1)) with (K N ^ dim * eps) by (field; lra).
    assert (K N ^ dim * eps <= (K N ^ dim + 1) * eps) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma null_listed {S : inner_product_space} {Token I : Type} (dim : nat) (P : list I)
  (A : I -> (Token -> S) -> Prop) : (0 < dim)%nat -> (forall p, In p P -> null dim (A p)) ->
  null dim (fun x => exists p, In p P /\ A p x).
Proof.
  intros D. induction P as [|p P IH]; intro H.
  - apply (null_part dim _ _ (null_none dim D)). intros x [p [[] _]].
  - apply (null_part dim (fun x => A p x \/ exists q, In q P /\ A q x)).
    + apply null_either; [apply H; left; auto | apply IH; intros; apply H; right; auto].
    + intros x [q [[<-|J] X]]; [left; exact X | right; exists q; auto].
Qed.

(* ------------------------------------------------------------------ one token by the others *)

Lemma total_permutation {I} (T U : list I) (f : I -> R) : Permutation T U -> total T f = total U f.
Proof. induction 1; simpl; lra. Qed.

Section Dependent.
Context {S : inner_product_space} {Token : Type} (tokens rest : list Token) (B : list S) (f0 : S) (k m : Token)
  (same : Token -> Token -> R) (side : R).
Hypothesis ET : enumerates tokens.
Hypothesis Same : kronecker same.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis F0 : inner f0 f0 = 1.
Hypothesis Split : Permutation tokens (k :: m :: rest).
Hypothesis Few : (length tokens <= length B)%nat.
Hypothesis Side : side * side = 1.
Let dim := (length tokens * (length B - 1))%nat.
Let L := 3 * size B * size B.
(* Coefficients, as multiples of f0, stand beside the tokens: inr j. *)
Let sum (z : Token + Token -> S) : S :=
  vadd (z (inl m)) (vtotal rest (fun j => vscale (inner f0 (z (inr j))) (z (inl j)))).
Let whole (z : Token + Token -> S) (i : Token) : S :=
  if Req_EM_T (same i k) 1 then vscale side (vscale (/ vnorm (sum z)) (sum z)) else z (inl i).
Let segment (x : S) := exists t, -1 <= t <= 1 /\ x = vscale t f0.
Let domain (z : Token + Token -> S) := (forall i, In i (m :: rest) -> inner (z (inl i)) (z (inl i)) = 1) /\
  (forall i, In i rest -> segment (z (inr i))) /\
  z (inl k) = vzero /\ z (inr k) = vzero /\ z (inr m) = vzero.
Let far (N : nat) z := domain z /\ / (INR N + 1) <= vnorm (sum z).

Lemma L_nonneg : 0 <= L.
Proof.
  unfold L. rewrite size_length. assert (P := pos_INR (length B)).
  apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact P].
Qed.
Lemma basis_nonempty : exists b, In b B.
Proof. destruct B as [|b B']; [|exists b; left; reflexivity]. exfalso. assert (H := Res f0 f0). simpl in H. lra. Qed.
Lemma L_one : 1 <= L.
Proof.
  destruct basis_nonempty as [b I]. unfold L. rewrite size_length. assert (P : 1 <= INR (length B)).
  { destruct B as [|b' B']; [destruct I|]. apply (le_INR 1). simpl. lia. } nra.
Qed.
Lemma length_zero : vnorm (@vzero S) = 0.
Proof. unfold vnorm. rewrite inner_zero_l. apply sqrt_0. Qed.
Lemma no_difference : vsub vzero vzero = (vzero : S).
Proof. apply inner_ext. intro z. unfold vsub. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. Qed.
Lemma segment_parts : parts L 1 segment.
Proof.
  exists ((f0 :: nil, segment) :: nil). split; [|intros x X; eexists; split; [left; reflexivity | exact X]].
  intros p [<-|[]]. split; [simpl; lia|]. split; simpl.
  - intros x f [t [T ->]] [<-|[]]. rewrite inner_scale_r, F0. apply Rabs_le. lra.
  - intros x y d [t [T ->]] [s [Q ->]] D Near. specialize (Near f0 (or_introl eq_refl)).
    rewrite !inner_scale_r, F0, !Rmult_1_r in Near.
    replace (vsub (vscale t f0) (vscale s f0)) with (vscale (t - s) f0).
    + rewrite vnorm_scale. unfold vnorm. rewrite F0, sqrt_1, Rmult_1_r. assert (l := L_one).
      assert (1 * d <= L * d) by (apply Rmult_le_compat_r; auto). lra.
    + apply inner_ext. intro z. unfold vsub. rewrite inner_add_l, !inner_scale_l. ring.
Qed.
Lemma point_parts : parts L 0 (fun x : S => x = vzero).
Proof.
  exists ((nil, fun x : S => x = vzero) :: nil). split; [|intros x X; eexists; split; [left; reflexivity | exact X]].
  intros p [<-|[]]. split; [simpl; lia|]. split; simpl; [intros x f _ []|].
  intros x y d -> -> D _. rewrite no_difference, length_zero. apply Rmult_le_pos; [apply L_nonneg | exact D].
Qed.
Lemma everybody i : i = k \/ In i (m :: rest).
Proof.
  assert (I := Permutation_in i Split (proj2 (proj2 ET) i)). destruct I as [<-|I]; auto.
Qed.
Lemma apart_from_k i : In i (m :: rest) -> same i k = 0.
Proof.
  intro I. apply (proj2 Same). intros ->. assert (N := Permutation_NoDup Split (proj1 (proj2 ET))).
  apply NoDup_cons_iff in N. tauto.
Qed.
Lemma whole_k z : whole z k = vscale side (vscale (/ vnorm (sum z)) (sum z)).
Proof. unfold whole. rewrite (proj1 Same). destruct (Req_EM_T 1 1); [reflexivity | lra]. Qed.
Lemma whole_other z i : In i (m :: rest) -> whole z i = z (inl i).
Proof. intro I. unfold whole. rewrite apart_from_k by exact I. destruct (Req_EM_T 0 1); [lra | reflexivity]. Qed.

Let bound := 1 + 2 * INR (length rest).
Lemma unit_length (x : S) : inner x x = 1 -> vnorm x = 1.
Proof. intro E. unfold vnorm. rewrite E. apply sqrt_1. Qed.
Lemma sums_near x y d : domain x -> domain y -> 0 <= d -> within x d y -> vnorm (vsub (sum y) (sum x)) <= bound * d.
Proof.
  intros [X [XS _]] [Y [YS _]] D Near. unfold sum.
  replace (vsub _ _) with (vadd (vsub (y (inl m)) (x (inl m))) (vtotal rest (fun j =>
    vadd (vscale (inner f0 (vsub (y (inr j)) (x (inr j)))) (y (inl j)))
         (vscale (inner f0 (x (inr j))) (vsub (y (inl j)) (x (inl j))))))).
  - eapply Rle_trans; [apply vnorm_add|]. assert (M := Near (inl m)).
    assert (T : vnorm (vtotal rest (fun j => vadd (vscale (inner f0 (vsub (y (inr j)) (x (inr j)))) (y (inl j)))
      (vscale (inner f0 (x (inr j))) (vsub (y (inl j)) (x (inl j)))))) <= 2 * INR (length rest) * d).
    { eapply Rle_trans; [apply vnorm_vtotal|].
      apply Rle_trans with (total rest (fun _ => (2 * d) * 1));
        [|rewrite total_scale; fold (size rest); rewrite size_length; right; ring].
      apply total_below. intros j J. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale.
      assert (U := unit_length _ (Y j (or_intror J))). rewrite U.
      assert (A : Rabs (inner f0 (vsub (y (inr j)) (x (inr j)))) <= d).
      { eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_length f0 F0), Rmult_1_l. apply (Near (inr j)). }
      assert (C : Rabs (inner f0 (x (inr j))) <= 1).
      { destruct (XS j J) as [t [Q ->]]. rewrite inner_scale_r, F0. apply Rabs_le. lra. }
      assert (E := Near (inl j)). assert (G := vnorm_nonneg (vsub (y (inl j)) (x (inl j)))).
      assert (H := Rmult_le_compat _ _ _ _ (Rabs_pos _) G C E). lra. }
    unfold bound. lra.
  - apply inner_ext. intro z. unfold vsub. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_vtotal_l.
    set (p := inner (y (inl m)) z). set (q := inner (x (inl m)) z).
    assert (E : total rest (fun j => inner (vadd
      (vscale (inner f0 (vadd (y (inr j)) (vscale (-1) (x (inr j))))) (y (inl j)))
      (vscale (inner f0 (x (inr j))) (vadd (y (inl j)) (vscale (-1) (x (inl j)))))) z) =
      total rest (fun j => inner (vscale (inner f0 (y (inr j))) (y (inl j))) z) +
      total rest (fun j => -1 * inner (vscale (inner f0 (x (inr j))) (x (inl j))) z)).
    { rewrite <- total_add. apply total_ext. intro j.
      rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r. ring. }
    rewrite E, total_scale. ring.
Qed.
Let K (N : nat) := bound * (INR N + 1).
Lemma bound_one : 1 <= bound. Proof. unfold bound. assert (P := pos_INR (length rest)). lra. Qed.
Lemma K_one N : 1 <= K N.
Proof. unfold K. assert (A := bound_one). assert (C := pos_INR N). nra. Qed.
Lemma wholes_near N x y d : far N x -> far N y -> 0 <= d -> within x d y -> within (whole x) (K N * d) (whole y).
Proof.
  intros [X FX] [Y FY] D Near i. assert (K1 := K_one N).
  destruct (everybody i) as [->|I].
  - rewrite !whole_k. assert (P := pos_INR N). assert (l : 0 < / (INR N + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (H := directions_apart (sum y) (sum x) _ l FY FX).
    assert (G := sums_near x y d X Y D Near).
    replace (vsub (vscale side (vscale (/ vnorm (sum y)) (sum y))) (vscale side (vscale (/ vnorm (sum x)) (sum x))))
      with (vscale side (vsub (vscale (/ vnorm (sum y)) (sum y)) (vscale (/ vnorm (sum x)) (sum x)))).
    + rewrite vnorm_scale. replace (Rabs side) with 1 by (unfold Rabs; destruct (Rcase_abs side); nra).
      rewrite Rmult_1_l. apply Rmult_le_reg_l with (/ (INR N + 1)); [exact l|].
      unfold K. replace (/ (INR N + 1) * (bound * (INR N + 1) * d)) with (bound * d) by (field; lra). lra.
    + apply inner_ext. intro z. unfold vsub. rewrite !inner_scale_l, !inner_add_l, !inner_scale_l. ring.
  - rewrite !whole_other by exact I. assert (1 * d <= K N * d) by (apply Rmult_le_compat_r; auto).
    specialize (Near (inl i)). lra.
Qed.
Lemma domain_parts : exists P, (forall p, In p P -> (length (fst p) < dim)%nat /\ told_apart 1 L (fst p) (snd p)) /\
  forall z, domain z -> exists p, In p P /\ snd p z.
Proof.
  assert (Base := no_tokens_told (S := S) (Token := Token + Token) L).
  assert (P0 := many_more L 0 (fun x : S => x = vzero) nil 0 _ (inl k :: inr k :: inr m :: nil) Base point_parts).
  assert (P1 := many_more L _ _ _ _ _ (map inr rest) P0 segment_parts).
  assert (P2 := many_more L _ _ _ _ _ (map inl (m :: rest)) P1 (sphere_parts L B Res One eq_refl)).
  destruct P2 as [P [HP Cov]]. exists P. split.
  - intros p I. destruct (HP p I) as [Len [Bd Tell]]. split.
    + assert (E := Permutation_length Split). simpl in E. rewrite !map_length in Len. simpl in Len.
      unfold dim. rewrite E in Few |- *. set (D := (length B - 1)%nat) in *. set (R := length rest) in *.
      assert (R < D)%nat by (unfold D; lia). nia.
    + split; [exact Bd|]. intros x y d X Y D Near i. apply (Tell y x d Y X D).
      * intros f F. rewrite Rabs_minus_sym. apply Near, F.
      * apply in_app_iff. destruct i as [i|i]; destruct (everybody i) as [->|I'].
        -- right. apply in_app_iff. right. simpl. auto.
        -- left. apply in_map. exact I'.
        -- right. apply in_app_iff. right. simpl. auto.
        -- right. apply in_app_iff. destruct I' as [<-|I']; [right; simpl; auto | left; apply in_map; exact I'].
  - intros z [Z1 [Z2 [Z3 [Z4 Z5]]]]. apply Cov. split; [split; [split; [exact Logic.I|]|]|].
    + intros i [<-|[<-|[<-|[]]]]; auto.
    + intros i I. apply in_map_iff in I. destruct I as [j [<- J]]. auto.
    + intros i I. apply in_map_iff in I. destruct I as [j [<- J]]. auto.
Qed.
Lemma dim_positive : (0 < dim)%nat.
Proof.
  assert (E := Permutation_length Split). simpl in E. unfold dim. apply Nat.mul_pos_pos; lia.
Qed.
Theorem by_the_others : null dim (fun x => exists z, domain z /\ 0 < vnorm (sum z) /\ forall i, x i = whole z i).
Proof.
  destruct domain_parts as [P [HP Cov]].
  apply (null_part dim (fun x => exists p, In p P /\ exists N z, snd p z /\ far N z /\ forall i, x i = whole z i)).
  - apply null_listed; [exact dim_positive|]. intros p I. destruct (HP p I) as [Len Told].
    apply (null_images dim whole L (fst p) (snd p) far K Len L_nonneg Told); [|exact wholes_near].
    intro N. assert (H := K_one N). lra.
  - intros x [z [Z [Pos E]]]. destruct (Cov z Z) as [p [I Pz]]. exists p. split; [exact I|].
    destruct (nfloor_ex (/ vnorm (sum z))) as [N [_ N2]]; [left; apply Rinv_0_lt_compat; exact Pos|].
    exists N, z. split; [exact Pz|]. split; [|exact E]. split; [exact Z|].
    rewrite <- (Rinv_inv (vnorm (sum z))). apply Rinv_le_contravar; [apply Rinv_0_lt_compat; exact Pos | lra].
Qed.
(* Where a sum of all with coefficients a is 0, a at m is as large as any, and a at k is not 0. *)
Lemma dependent_by_others (x : Token -> S) (a : Token -> R) : (forall i, inner (x i) (x i) = 1) ->
  vtotal tokens (fun j => vscale (a j) (x j)) = vzero -> (forall i, Rabs (a i) <= Rabs (a m)) ->
  a m <> 0 -> 0 < side * (- a k / a m) ->
  exists z, domain z /\ 0 < vnorm (sum z) /\ forall i, x i = whole z i.
Proof.
  intros Unit Zero Most M Pos.
  set (z := fun i : Token + Token => match i with
    | inl i => if Req_EM_T (same i k) 1 then vzero else x i
    | inr i => if Req_EM_T (same i k + same i m) 0 then vscale (a i / a m) f0 else vzero end).
  assert (Zl : forall i, In i (m :: rest) -> z (inl i) = x i).
  { intros i I. unfold z. rewrite apart_from_k by exact I. destruct (Req_EM_T 0 1); [lra | reflexivity]. }
  assert (N := Permutation_NoDup Split (proj1 (proj2 ET))).
  apply NoDup_cons_iff in N. destruct N as [Nk N]. apply NoDup_cons_iff in N. destruct N as [Nm N].
  assert (Zr : forall i, In i rest -> z (inr i) = vscale (a i / a m) f0).
  { intros i I. unfold z. rewrite apart_from_k by (right; exact I).
    rewrite (proj2 Same i m) by (intros ->; contradiction). rewrite Rplus_0_r.
    destruct (Req_EM_T 0 0); [reflexivity | lra]. }
  assert (km : same k m = 0) by (apply (proj2 Same); intros ->; apply Nk; left; reflexivity).
  assert (Dz : domain z).
  { split; [|split; [|split; [|split]]].
    - intros i I. rewrite Zl by exact I. apply Unit.
    - intros i I. rewrite Zr by exact I. exists (a i / a m). split; [|reflexivity].
      apply Rabs_le_between. unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
      assert (A := Rabs_pos_lt _ M). apply Rmult_le_reg_r with (Rabs (a m)); [exact A|].
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. apply Most.
    - unfold z. rewrite (proj1 Same). destruct (Req_EM_T 1 1); [reflexivity | lra].
    - unfold z. rewrite (proj1 Same), km. destruct (Req_EM_T (1 + 0) 0); [lra | reflexivity].
    - unfold z. rewrite (proj1 Same). assert (mk := apart_from_k m (or_introl eq_refl)). rewrite mk.
      destruct (Req_EM_T (0 + 1) 0); [lra | reflexivity]. }
  set (q := - a k / a m) in *.
  assert (Sum : sum z = vscale q (x k)).
  { apply inner_ext. intro w. assert (Zw : inner (vtotal tokens (fun j => vscale (a j) (x j))) w = 0)
      by (rewrite Zero; apply inner_zero_l).
    rewrite inner_vtotal_l, (total_permutation tokens _ (fun j => inner (vscale (a j) (x j)) w) Split) in Zw.
    simpl in Zw. rewrite !inner_scale_l in Zw. unfold sum. rewrite inner_add_l, inner_vtotal_l, inner_scale_l.
    rewrite Zl by (left; reflexivity).
    assert (E : total rest (fun j => inner (vscale (inner f0 (z (inr j))) (z (inl j))) w) =
      total rest (fun j => / a m * inner (vscale (a j) (x j)) w)).
    { apply total_members. intros j J. rewrite Zr by exact J. rewrite Zl by (right; exact J).
      rewrite !inner_scale_l, inner_scale_r, F0. field. exact M. }
    rewrite E, total_scale. unfold q. apply Rmult_eq_reg_l with (a m); [|exact M].
    rewrite Rmult_plus_distr_l. replace (a m * (/ a m * total rest (fun j => inner (vscale (a j) (x j)) w)))
      with (total rest (fun j => inner (vscale (a j) (x j)) w)) by (field; exact M).
    replace (a m * (- a k / a m * inner (x k) w)) with (- a k * inner (x k) w) by (field; exact M). lra. }
  assert (Q : q <> 0) by (intro E; rewrite E in Pos; lra).
  assert (Norm : vnorm (sum z) = Rabs q).
  { rewrite Sum, vnorm_scale, (unit_length _ (Unit k)). ring. }
  exists z. split; [exact Dz|]. split; [rewrite Norm; apply Rabs_pos_lt, Q|].
  intro i. destruct (everybody i) as [->|I].
  - rewrite whole_k, Norm, Sum. apply inner_ext. intro w. rewrite !inner_scale_l.
    transitivity (1 * inner (x k) w); [ring|]. rewrite <- !Rmult_assoc. f_equal.
    assert (A : Rabs q = side * q).
    { unfold Rabs. destruct (Rcase_abs q); nra. }
    rewrite A. assert (side <> 0) by (intro E; rewrite E in Side; lra). field_simplify_eq; [nra | tauto].
  - rewrite whole_other, Zl by exact I. reflexivity.
Qed.
End Dependent.

(* ------------------------------------------------------------------ all of them *)

Lemma largest_at {I} (T : list I) (f : I -> R) : T <> nil -> exists m, In m T /\ forall i, In i T -> f i <= f m.
Proof.
  induction T as [|j T IH]; [contradiction|intros _]. destruct T as [|i T'].
  - exists j. split; [left; reflexivity | intros i [<-|[]]; lra].
  - destruct IH as [m [M H]]; [discriminate|]. destruct (Rle_lt_dec (f j) (f m)) as [Q|Q].
    + exists m. split; [right; exact M | intros l [<-|J]; auto].
    + exists j. split; [left; reflexivity|]. intros l [<-|J]; [lra|]. specialize (H l J). lra.
Qed.
Theorem dependent_null {S : inner_product_space} {Token} (tokens : list Token) (B : list S)
  (same : Token -> Token -> R) : enumerates tokens -> kronecker same -> resolves B -> of_length_one B ->
  (2 <= length B)%nat -> (length tokens <= length B)%nat ->
  null (length tokens * (length B - 1)) (fun x : Token -> S => (forall i, inner (x i) (x i) = 1) /\
    exists a, vtotal tokens (fun j => vscale (a j) (x j)) = vzero /\ exists i, a i <> 0).
Proof.
  intros ET Same Res One Two Few. set (dim := (length tokens * (length B - 1))%nat).
  assert (D : (0 < dim)%nat).
  { unfold dim. destruct ET as [N _]. destruct tokens; [contradiction | apply Nat.mul_pos_pos; simpl; lia]. }
  assert (F : exists f, In f B) by (destruct B as [|f B']; [simpl in Two; lia | exists f; left; reflexivity]).
  destruct F as [f0 F]. assert (F0 := One f0 F).
  set (A := fun (p : Token * Token * R) (x : Token -> S) => exists a, (fst (fst p) <> snd (fst p) /\
    (forall i, inner (x i) (x i) = 1) /\ vtotal tokens (fun j => vscale (a j) (x j)) = vzero /\
    (forall i, Rabs (a i) <= Rabs (a (snd (fst p)))) /\ a (snd (fst p)) <> 0 /\
    0 < snd p * (- a (fst (fst p)) / a (snd (fst p))))).
  apply (null_part dim (fun x => exists p, In p (list_prod (list_prod tokens tokens) (1 :: -1 :: nil)) /\ A p x)).
  - apply null_listed; [exact D|]. intros [[k m] side] I. apply in_prod_iff in I. destruct I as [_ I].
    assert (Side : side * side = 1) by (destruct I as [<-|[<-|[]]]; ring).
    destruct (same_or_not tokens ET k m) as [E|N].
    + apply (null_part dim _ _ (null_none dim D)). intros x [a [N _]]. exact (N E).
    + destruct (in_split k tokens (proj2 (proj2 ET) k)) as [T [U E]].
      assert (M : In m (T ++ U)).
      { assert (Q := proj2 (proj2 ET) m). rewrite E in Q. apply in_app_iff in Q. apply in_app_iff.
        destruct Q as [Q|[Q|Q]]; auto. contradiction. }
      destruct (in_split m (T ++ U) M) as [V [W E']].
      assert (Split : Permutation tokens (k :: m :: V ++ W)).
      { rewrite E. apply Permutation_sym, Permutation_cons_app, Permutation_sym. rewrite E'.
        apply Permutation_sym, Permutation_middle. }
      apply (null_part dim _ _ (by_the_others tokens (V ++ W) B f0 k m same side ET Same Res One F0 Split Few Side)).
      intros x [a [_ [Unit [Zero [Most [Am Pos]]]]]].
      apply (dependent_by_others tokens (V ++ W) B f0 k m same side) with (a := a); auto.
  - intros x [Unit [a [Zero [i Ai]]]].
    destruct (largest_at tokens (fun i => Rabs (a i)) (proj1 ET)) as [m [M Most]].
    assert (Top : forall j, Rabs (a j) <= Rabs (a m)) by (intro j; apply Most, ET).
    assert (Am : a m <> 0).
    { intro E. specialize (Top i). rewrite E, Rabs_R0 in Top. assert (P := Rabs_pos_lt _ Ai). lra. }
    assert (Other : forall T : list Token, (exists k, In k T /\ k <> m /\ a k <> 0) \/
      (forall k, In k T -> k <> m -> a k = 0)).
    { induction T as [|k T [[j [J H]]|H]]; [right; intros k [] | left; exists j; split; [right; exact J | exact H]|].
      destruct (same_or_not tokens ET k m) as [E|N].
      - right. intros l [<-|L] Q; [contradiction | auto].
      - destruct (Req_EM_T (a k) 0) as [Z|Z]; [right; intros l [<-|L] Q; auto|].
        left. exists k. split; [left; reflexivity | auto]. }
    destruct (Other tokens) as [[k [I [N Ak]]]|None].
    + set (q := - a k / a m). assert (Q : q <> 0).
      { unfold q, Rdiv. apply Rmult_integral_contrapositive_currified; [lra | apply Rinv_neq_0_compat, Am]. }
      destruct (Rlt_le_dec 0 q) as [P|P].
      * exists (k, m, 1). split; [apply in_prod_iff; split; [apply in_prod_iff; auto | left; reflexivity]|].
        exists a. simpl. fold q. repeat split; auto. lra.
      * exists (k, m, -1). split; [apply in_prod_iff; split; [apply in_prod_iff; auto | right; left; reflexivity]|].
        exists a. simpl. fold q. repeat split; auto. lra.
    + exfalso. apply Am. assert (H : inner (vtotal tokens (fun j => vscale (a j) (x j))) (x m) = 0)
        by (rewrite Zero; apply inner_zero_l).
      rewrite inner_vtotal_l in H. rewrite <- H.
      transitivity (total tokens (fun j => same m j * (a m))).
      * symmetry. apply (kronecker_total tokens same m (fun _ => a m) Same ET).
      * apply total_ext. intro j. rewrite inner_scale_l. destruct (same_or_not tokens ET j m) as [->|N].
        -- rewrite (proj1 Same), Unit. ring.
        -- rewrite (None j (proj2 (proj2 ET) j) N), (proj2 Same) by auto. ring.
Qed.
