(* Multiplicities counted: bases of the parts of a spectrum that together are one of the whole space. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families States.
Open Scope R_scope.
Implicit Types S : inner_product_space.

(* ------------------------------------------------------------------ 1. meaning: read this part *)
(* Members that are none of them 0 and each orthogonal to all others, for a product of two. *)
Definition orthogonal_list {A} (product : A -> A -> R) (L : list A) :=
  ForallOrdPairs (fun a b => product a b = 0) L /\ List.Forall (fun a => 0 < product a a) L.
(* There are n independent things of a kind. *)
Definition counted {A} (product : A -> A -> R) (kind : A -> Prop) (n : R) :=
  exists L, orthogonal_list product L /\ List.Forall kind L /\ size L = n.
(* The inner product of two perturbations of all tokens; an orthogonal basis of those of a kind. *)
Definition across {S Token} (tokens : list Token) (f g : Token -> S) := total tokens (fun i => inner (f i) (g i)).
Definition basis_of {S Token} (tokens : list Token) (kind : (Token -> S) -> Prop) (L : list (Token -> S)) :=
  orthogonal_list (across tokens) L /\ List.Forall kind L /\ forall f, kind f -> forall i,
  f i = vtotal L (fun e => vscale (across tokens e f / across tokens e e) (e i)).
(* The perturbations that are made of things of a kind, or of one of each of two. *)
Definition made_of {S Token A} (kind : A -> Prop) (field : A -> Token -> S) (f : Token -> S) :=
  exists a, kind a /\ forall i, f i = field a i.
Definition made_of_two {S Token A B} (first : A -> Prop) (second : B -> Prop) (field : A -> B -> Token -> S)
  (f : Token -> S) := exists a b, first a /\ second b /\ forall i, f i = field a b i.
(* Each part has a basis of as many members as its multiplicity says, and all bases together are one
   of the whole space, of dimension n: every perturbation is the sum of its parts, in one way. *)
Definition decomposes {S Token} (tokens : list Token) (whole : (Token -> S) -> Prop)
  (parts : list (((Token -> S) -> Prop) * R)) (n : R) := exists bases,
  Forall2 (fun part L => basis_of tokens (fst part) L /\ size L = snd part) parts bases /\
  basis_of tokens whole (concat bases) /\ size (concat bases) = n.

(* ------------------------------------------------------------------ 2. orthogonal lists fill a space *)
Lemma total_in {A} (T : list A) f g : (forall a, In a T -> f a = g a) -> total T f = total T g.
Proof. intro H. induction T as [|a T IH]; simpl; [reflexivity|]. rewrite H, IH; simpl; auto. intros; apply H; simpl; auto. Qed.
Lemma vtotal_in {S A} (T : list A) (f g : A -> S) : (forall a, In a T -> f a = g a) -> vtotal T f = vtotal T g.
Proof. intro H. induction T as [|a T IH]; simpl; [reflexivity|]. rewrite H, IH; simpl; auto. intros; apply H; simpl; auto. Qed.
Lemma total_le_in {A} (T : list A) f g : (forall a, In a T -> f a <= g a) -> total T f <= total T g.
Proof. intro H. induction T as [|a T IH]; simpl; [lra|]. apply Rplus_le_compat; [apply H; simpl; auto|]. apply IH. intros; apply H; simpl; auto. Qed.
Lemma total_equal_in {A} (T : list A) f g : (forall a, In a T -> f a <= g a) -> total T g <= total T f ->
  forall a, In a T -> f a = g a.
Proof.
  intros H E. induction T as [|b T IH]; simpl in *; [tauto|].
  assert (B := H b (or_introl eq_refl)). assert (Q := total_le_in T f g (fun a I => H a (or_intror I))).
  intros a [<-|I]; [lra|]. apply IH; auto. lra.
Qed.

Section Filling.
Context {U : inner_product_space}.
Definition share (f e : U) := inner e f * inner e f / inner e e.
Definition expansion (L : list U) (f : U) := vtotal L (fun e => vscale (inner e f / inner e e) e).
Lemma orthogonal_cons (e : U) L : orthogonal_list inner (e :: L) ->
  0 < inner e e /\ (forall g, In g L -> inner e g = 0) /\ orthogonal_list inner L.
Proof.
  intros [O P]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
  split; [exact P1|]. split; [|split; assumption]. apply List.Forall_forall. exact O1.
Qed.
Lemma expansion_inner L (e f : U) : orthogonal_list inner L -> In e L -> inner e (expansion L f) = inner e f.
Proof.
  unfold expansion. induction L as [|a L IH]; simpl; [tauto|]. intros H I.
  apply orthogonal_cons in H. destruct H as [P [Z H]]. rewrite inner_add_r, inner_scale_r. destruct I as [<-|I].
  - rewrite inner_vtotal_r, (total_in L _ (fun _ => 0)), total_zero; [field; lra|].
    intros b B. rewrite inner_scale_r, (Z b B). ring.
  - rewrite IH by auto. rewrite (inner_sym _ e a), (Z e I). ring.
Qed.
Lemma residual L (f : U) : orthogonal_list inner L ->
  inner (vsub f (expansion L f)) (vsub f (expansion L f)) = inner f f - total L (share f).
Proof.
  intro H. assert (E1 : inner (expansion L f) f = total L (share f)).
  { unfold expansion, share. rewrite inner_vtotal_l. apply total_ext. intro e. rewrite inner_scale_l. unfold Rdiv. ring. }
  assert (E2 : inner (expansion L f) (expansion L f) = total L (share f)).
  { unfold expansion at 1. rewrite inner_vtotal_l. apply total_in. intros e I.
    rewrite inner_scale_l, expansion_inner by auto. unfold share, Rdiv. ring. }
  unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ f (expansion L f)), E1, E2. ring.
Qed.
Lemma bessel L (f : U) : orthogonal_list inner L -> total L (share f) <= inner f f.
Proof. intro H. assert (N := inner_nonneg U (vsub f (expansion L f))). rewrite residual in N by auto. lra. Qed.
Lemma expanded L (f : U) : orthogonal_list inner L -> total L (share f) = inner f f -> f = expansion L f.
Proof.
  intros H E. assert (Z : vsub f (expansion L f) = vzero) by (apply inner_definite; rewrite residual by auto; lra).
  apply inner_ext. intro z. assert (Q : inner (vsub f (expansion L f)) z = 0) by (rewrite Z; apply inner_zero_l).
  unfold vsub in Q. rewrite inner_add_l, inner_scale_l in Q. lra.
Qed.
Lemma parseval L (f : U) : f = expansion L f -> total L (share f) = inner f f.
Proof.
  intro E. rewrite E at 2. unfold expansion, share. rewrite inner_vtotal_l. apply total_ext. intro e.
  rewrite inner_scale_l. unfold Rdiv. ring.
Qed.
Lemma expansion_vtotal {A} L (T : list A) (c : A -> R) (b : A -> U) : (forall a, In a T -> b a = expansion L (b a)) ->
  vtotal T (fun a => vscale (c a) (b a)) = expansion L (vtotal T (fun a => vscale (c a) (b a))).
Proof.
  intro H. apply inner_ext. intro z. unfold expansion at 1. rewrite !inner_vtotal_l.
  transitivity (total T (fun a => total L (fun e => c a * (inner e (b a) / inner e e) * inner e z))).
  - apply total_in. intros a I. rewrite inner_scale_l, (H a I) at 1. unfold expansion. rewrite inner_vtotal_l, <- total_scale.
    apply total_ext. intro e. rewrite inner_scale_l. ring.
  - rewrite total_swap. apply total_ext. intro e. rewrite inner_scale_l, inner_vtotal_r. unfold Rdiv.
    rewrite <- !total_scale_r. apply total_ext. intro a. rewrite inner_scale_r. ring.
Qed.
Context (whole : U -> Prop) (B : list U).
Hypothesis Orthogonal : orthogonal_list inner B.
Hypothesis Inside : List.Forall whole B.
Hypothesis Spans : forall f, whole f -> f = expansion B f.
Lemma shares L : orthogonal_list inner L -> List.Forall whole L ->
  total B (fun b => total L (fun e => share b e / inner b b)) = size L.
Proof.
  intros H W. rewrite total_swap. unfold size. apply total_in. intros e I.
  assert (P : 0 < inner e e) by (apply (proj1 (List.Forall_forall _ L) (proj2 H) e I)).
  assert (Q := parseval B e (Spans e (proj1 (List.Forall_forall _ L) W e I))).
  transitivity (/ inner e e * total B (share e)); [|rewrite Q; field; lra].
  rewrite <- total_scale. apply total_ext. intro b. unfold share, Rdiv. rewrite (inner_sym _ e b). ring.
Qed.
Lemma at_most_one L b : orthogonal_list inner L -> In b B -> total L (fun e => share b e / inner b b) <= 1.
Proof.
  intros H I. assert (P : 0 < inner b b) by (apply (proj1 (List.Forall_forall _ B) (proj2 Orthogonal) b I)).
  unfold Rdiv. rewrite total_scale_r. replace 1 with (inner b b * / inner b b) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact P|]. apply bessel. exact H.
Qed.
(* No more are independent than there are dimensions, and as many fill the space. *)
Lemma no_more L : orthogonal_list inner L -> List.Forall whole L -> size L <= size B.
Proof. intros H W. rewrite <- (shares L H W). apply total_le_in. intros b I. apply at_most_one; auto. Qed.
Lemma fills L : orthogonal_list inner L -> List.Forall whole L -> size L = size B -> forall f, whole f -> f = expansion L f.
Proof.
  intros H W N f F. assert (All : forall b, In b B -> b = expansion L b).
  { intros b I. assert (P : 0 < inner b b) by (apply (proj1 (List.Forall_forall _ B) (proj2 Orthogonal) b I)).
    assert (E := total_equal_in B (fun b => total L (fun e => share b e / inner b b)) (fun _ => 1)
      (fun b I => at_most_one L b H I)). cbv beta in E. rewrite (shares L H W), N in E. specialize (E (Rle_refl _) b I).
    apply expanded; auto. unfold Rdiv in E. rewrite total_scale_r in E.
    apply (Rmult_eq_reg_r (/ inner b b)); [|apply Rgt_not_eq, Rinv_0_lt_compat, P]. rewrite E. field. lra. }
  rewrite (Spans f F). apply expansion_vtotal. exact All.
Qed.
End Filling.

(* ------------------------------------------------------------------ 3. lists that are put together *)
Lemma orthogonal_app {A} (product : A -> A -> R) L M : orthogonal_list product (L ++ M) <->
  orthogonal_list product L /\ orthogonal_list product M /\ forall a b, In a L -> In b M -> product a b = 0.
Proof.
  induction L as [|a L IH]; simpl.
  - split; [intro H; split; [split; constructor|split; [exact H|tauto]] | tauto].
  - split.
    + intros [O P]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
      destruct (proj1 IH (conj O2 P2)) as [H1 [H2 H3]]. rewrite List.Forall_forall in O1.
      split; [split; constructor; [|apply H1|exact P1|apply H1]|split; [exact H2|]].
      * apply List.Forall_forall. intros b I. apply O1, in_or_app. left. exact I.
      * intros b c [<-|I] J; [apply O1, in_or_app; right; exact J | exact (H3 b c I J)].
    + intros [[O P] [H2 H3]]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
      destruct (proj2 IH) as [Q1 Q2]; [split; [split; assumption|split; [exact H2|]]; intros b c I; apply H3; auto|].
      rewrite List.Forall_forall in O1. split; constructor; auto.
      apply List.Forall_forall. intros b I. apply in_app_or in I. destruct I as [I|I]; [exact (O1 b I)|apply H3; auto].
Qed.
Lemma size_app {A} (L M : list A) : size (L ++ M) = size L + size M.
Proof. apply total_app. Qed.
Lemma size_map {A B} (g : A -> B) (L : list A) : size (map g L) = size L.
Proof. exact (total_map L g (fun _ => 1)). Qed.
Lemma orthogonal_map {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (F : A -> B) s L : 0 < s ->
  (forall a b, k a -> k b -> q (F a) (F b) = s * p a b) -> List.Forall k L -> orthogonal_list p L ->
  orthogonal_list q (map F L).
Proof.
  intros S H. induction L as [|a L IH]; simpl; intros K [O P]; [split; constructor|].
  inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; inversion K as [|? ? K1 K2]; subst.
  destruct (IH K2 (conj O2 P2)) as [Q1 Q2]. rewrite List.Forall_forall in O1, K2. split; constructor; auto.
  - apply List.Forall_forall. intros c I. apply in_map_iff in I. destruct I as [b [<- I]].
    rewrite H by auto. rewrite (O1 b I). ring.
  - rewrite H by auto. apply Rmult_lt_0_compat; auto.
Qed.
(* As many are counted among the images of things, if products go with products. *)
Lemma counted_image {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (k' : B -> Prop) (F : A -> B) s n :
  counted p k n -> 0 < s -> (forall a b, k a -> k b -> q (F a) (F b) = s * p a b) -> (forall a, k a -> k' (F a)) ->
  counted q k' n.
Proof.
  intros [L [O [K N]]] S H T. exists (map F L). split; [exact (orthogonal_map p q k F s L S H K O)|].
  split; [|rewrite size_map; exact N]. rewrite List.Forall_forall in K |- *. intros b I. apply in_map_iff in I.
  destruct I as [a [<- I]]. auto.
Qed.
(* Pairs are counted by the product of the counts. *)
Lemma counted_pairs {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (k' : B -> Prop) n m :
  counted p k n -> counted q k' m ->
  counted (fun a b => p (fst a) (fst b) * q (snd a) (snd b)) (fun a => k (fst a) /\ k' (snd a)) (n * m).
Proof.
  intros [L [O [K N]]] [M [O' [K' N']]]. exists (list_prod L M). rewrite <- N, <- N'. clear n m N N'.
  induction L as [|a L IH]; simpl; [split; [split; constructor|split; [constructor|unfold size; simpl; ring]]|].
  inversion K as [|? ? K1 K2]; subst. destruct O as [O P]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
  destruct (IH (conj O2 P2) K2) as [Q1 [Q2 Q3]]. rewrite List.Forall_forall in O1, K2, K'. split.
  - apply orthogonal_app. split; [|split; [exact Q1|]].
    + apply (orthogonal_map q _ k' (fun y => (a, y)) (p a a)); auto.
      apply List.Forall_forall. exact K'.
    + intros b c I J. apply in_map_iff in I. destruct I as [y [<- I]]. destruct c as [c z]. apply in_prod_iff in J.
      simpl. rewrite (O1 c (proj1 J)). ring.
  - split.
    + apply Forall_app. split; [|exact Q2]. apply List.Forall_forall. intros b I. apply in_map_iff in I.
      destruct I as [y [<- I]]. simpl. auto.
    + rewrite size_app, size_map, Q3. unfold size. simpl. ring.
Qed.
(* And things of either kind by the sum, if those of one are orthogonal to those of the other. *)
Lemma counted_either {A} (p : A -> A -> R) (k k' : A -> Prop) n m :
  (forall a b, k a -> k' b -> p a b = 0) -> counted p k n -> counted p k' m ->
  counted p (fun a => k a \/ k' a) (n + m).
Proof.
  intros Z [L [O [K N]]] [M [O' [K' N']]]. exists (L ++ M). split; [|split].
  - apply orthogonal_app. rewrite List.Forall_forall in K, K'. auto.
  - rewrite List.Forall_forall in K, K' |- *. intros a I. apply in_app_or in I. destruct I; auto.
  - rewrite size_app, N, N'. reflexivity.
Qed.

(* ------------------------------------------------------------------ 4. spaces, and what one condition leaves of them *)
Section Spaces.
Context {U : inner_product_space}.
Definition spanned (whole : U -> Prop) (B : list U) :=
  orthogonal_list inner B /\ List.Forall whole B /\ forall f, whole f -> f = expansion B f.
Definition is_space (whole : U -> Prop) := forall f g c, whole f -> whole g -> whole (vadd f (vscale c g)).
Lemma grown L M (f : U) : orthogonal_list inner (L ++ M) -> f = expansion L f \/ f = expansion M f ->
  f = expansion (L ++ M) f.
Proof.
  intros O E. apply expanded; [exact O|]. assert (B := bessel (L ++ M) f O). apply Rle_antisym; [exact B|].
  rewrite total_app. apply (orthogonal_app inner) in O. destruct O as [O1 [O2 _]].
  assert (N : forall T, orthogonal_list inner T -> 0 <= total T (share f)).
  { intros T [_ P]. rewrite <- (total_zero T). apply total_le_in. intros e I. unfold share.
    rewrite List.Forall_forall in P. assert (Q := Rle_0_sqr (inner e f)). unfold Rsqr in Q.
    apply Rmult_le_pos; [exact Q|]. left. apply Rinv_0_lt_compat. auto. }
  assert (N1 := N L O1). assert (N2 := N M O2). destruct E as [E|E]; apply parseval in E; lra.
Qed.
Lemma space_total {A} whole (T : list A) (c : A -> R) (b : A -> U) : is_space whole -> whole vzero ->
  (forall a, In a T -> whole (b a)) -> whole (vtotal T (fun a => vscale (c a) (b a))).
Proof.
  intros W Z H. induction T as [|a T IH]; simpl; [exact Z|]. rewrite vadd_comm. apply W; [|apply H; left; reflexivity].
  apply IH. intros. apply H. right. assumption.
Qed.
(* Gram and Schmidt: what D adds to a list of orthogonal members. *)
Lemma extended whole D : is_space whole -> whole vzero -> List.Forall whole D -> forall L, orthogonal_list inner L ->
  List.Forall whole L -> exists M, orthogonal_list inner (M ++ L) /\ List.Forall whole (M ++ L) /\
  forall d, In d D -> d = expansion (M ++ L) d.
Proof.
  intros W Z. induction D as [|d D IH]; intros HD L O HL; [exists nil; simpl; tauto|].
  inversion HD as [|? ? D1 D2]; subst. set (r := vsub d (expansion L d)).
  assert (Across : forall e, In e L -> inner r e = 0).
  { intros e I. unfold r, vsub. rewrite inner_add_l, inner_scale_l, (inner_sym _ (expansion L d)),
      expansion_inner, (inner_sym _ e) by auto. ring. }
  destruct (Req_dec (inner r r) 0) as [E|E].
  - destruct (IH D2 L O HL) as [M [O' [H' X]]]. exists M. split; [exact O'|]. split; [exact H'|].
    intros e [<-|I]; [|exact (X e I)]. apply (grown M L d O'). right. apply expanded; [exact O|].
    unfold r in E. rewrite residual in E by exact O. lra.
  - assert (P : 0 < inner r r) by (assert (N := inner_nonneg U r); lra).
    assert (O1 : orthogonal_list inner (r :: L)).
    { split; constructor; try apply O; [|exact P]. apply List.Forall_forall. exact Across. }
    assert (Hr : whole r).
    { unfold r, vsub. apply W; [exact D1|]. unfold expansion. rewrite List.Forall_forall in HL. apply space_total; auto. }
    destruct (IH D2 (r :: L) O1 ltac:(constructor; auto)) as [M [O' [H' X]]]. exists (M ++ r :: nil).
    rewrite <- app_assoc. simpl. split; [exact O'|]. split; [exact H'|]. intros e [<-|I]; [|exact (X e I)].
    apply (grown M (r :: L) d O'). right. apply expanded; [exact O1|]. simpl.
    assert (Q : inner r d = inner r r).
    { assert (F : inner (expansion L d) r = 0).
      { unfold expansion. rewrite inner_vtotal_l, (total_in L _ (fun _ => 0)), total_zero; [reflexivity|].
        intros e J. rewrite inner_scale_l, (inner_sym _ e r), (Across e J). ring. }
      rewrite (inner_sym _ r d). unfold r at 2. unfold vsub. rewrite inner_add_l, inner_scale_l, F. ring. }
    assert (Rest : total L (share d) = inner d d - inner r r) by (unfold r; rewrite residual by exact O; ring).
    rewrite Rest. unfold share. rewrite Q. field. exact E.
Qed.
Lemma cut whole B u : is_space whole -> whole vzero -> spanned whole B -> whole u -> 0 < inner u u ->
  exists M, spanned (fun f => whole f /\ inner f u = 0) M /\ size M = size B - 1.
Proof.
  intros W Z [O [HB X]] Hu P.
  destruct (extended whole B W Z HB (u :: nil)) as [M [O' [H' X']]];
    [split; constructor; auto; constructor | constructor; auto|].
  assert (X2 : forall f, whole f -> f = expansion (M ++ u :: nil) f).
  { intros f F. rewrite (X f F). apply expansion_vtotal. exact X'. }
  assert (N : size (M ++ u :: nil) = size B).
  { apply Rle_antisym; [exact (no_more whole B O X _ O' H') | exact (no_more whole _ O' X2 B O HB)]. }
  apply (orthogonal_app inner) in O'. destruct O' as [O1 [_ O2]].
  apply Forall_app in H'. destruct H' as [H1 _]. exists M. split; [split; [exact O1|split]|].
  - rewrite List.Forall_forall in H1 |- *. intros e I. split; [auto|]. apply O2; simpl; auto.
  - intros f [F E]. rewrite (X2 f F) at 1. apply inner_ext. intro z. unfold expansion.
    rewrite !inner_vtotal_l, total_app. simpl. rewrite inner_scale_l, (inner_sym _ u f), E. unfold Rdiv. ring.
  - rewrite size_app in N. unfold size in N at 2. simpl in N. lra.
Qed.
Lemma frame_orthogonal (B : list U) : (forall e, In e B -> inner e e = 1) ->
  (forall x, x = vtotal B (fun e => vscale (inner e x) e)) -> spanned (fun _ => True) B.
Proof.
  intros One F. assert (O : orthogonal_list inner B).
  { split; [|apply List.Forall_forall; intros e I; rewrite (One e I); lra].
    assert (G : forall T L, B = L ++ T -> ForallOrdPairs (fun a b => inner a b = 0) T).
    { induction T as [|a T IH]; intros L E; constructor; [|apply (IH (L ++ a :: nil)); rewrite E, <- app_assoc; reflexivity].
      apply List.Forall_forall. intros b I. assert (Q := frame_inner U B F b b).
      rewrite One in Q by (rewrite E; apply in_or_app; simpl; auto). rewrite E, total_app in Q. simpl in Q.
      assert (N : forall M, 0 <= total M (fun e => inner e b * inner e b)) by (intro M; apply total_nonneg; intro; apply Rle_0_sqr).
      assert (N1 := N L). assert (N2 : 1 <= total T (fun e => inner e b * inner e b)).
      { replace 1 with (inner b b * inner b b) by (rewrite One by (rewrite E; apply in_or_app; simpl; auto); ring).
        apply (total_at_least T (fun e => inner e b * inner e b)); [exact I | intro; apply Rle_0_sqr]. }
      apply Rsqr_eq_0. assert (N3 := Rle_0_sqr (inner a b)). unfold Rsqr in *. lra. }
    exact (G B nil eq_refl). }
  split; [exact O|]. split; [apply List.Forall_forall; auto|]. intros f _. apply expanded; [exact O|].
  rewrite (frame_inner U B F f f). apply total_in. intros e I. unfold share. rewrite (One e I). field.
Qed.
Lemma dimension_spanned n : has_dimension U n -> exists B : list U, spanned (fun _ => True) B /\ size B = n.
Proof. intros [B [N [One F]]]. exists B. split; [exact (frame_orthogonal B One F) | exact N]. Qed.
End Spaces.

(* ------------------------------------------------------------------ 5. what parts are made of *)
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
      { apply (orthogonal_map inner inner (kind i) (one i) 1); [lra| |apply List.Forall_forall; exact CH | exact CO].
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
Lemma counted_indices_but {A} (T : list A) (same : A -> A -> R) n r : enumerates T -> kronecker same -> n = size T ->
  counted same (fun k => k <> r) (n - 1).
Proof.
  intros ET K ->. destruct (counted_indices T same _ ET K eq_refl) as [L [O [_ N]]]. clear L O N.
  destruct ET as [_ [ND All]]. destruct (in_split r T (All r)) as [L [M E]].
  assert (Q : size T = size L + (1 + size M)) by (rewrite E, size_app; reflexivity). rewrite E in ND.
  assert (Out := NoDup_remove_2 _ _ _ ND). apply NoDup_remove_1 in ND. exists (L ++ M). split; [|split].
  - clear - ND K. destruct K as [One Zero]. induction ND as [|a T New ND [O P]]; split; constructor; auto; [|rewrite One; lra].
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
Lemma cut_spanned (u : S) : 0 < inner u u -> exists B : list S, spanned (fun x => True /\ inner x u = 0) B /\ size B = n - 1.
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
  - intro i. destruct (cut_spanned (u i) (P i)) as [B [[O [H E]] N]]. exists B. split; [split; [exact O|split]|exact N].
    + rewrite List.Forall_forall in H |- *. intros x I. rewrite inner_sym. apply H. exact I.
    + intros x Q. apply E. rewrite inner_sym. auto.
  - exists B. split; [exact H|]. etransitivity; [exact N|]. unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring.
Qed.
Lemma counted_families : counted (fun x y : Token -> S => total tokens (fun i => inner (x i) (y i))) (fun _ => True) (size tokens * n).
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
Lemma counted_numbers : counted (fun a b : Token -> R => total tokens (fun i => a i * b i)) (fun _ => True) (size tokens).
Proof. destruct numbers_spanned as [B [H N]]. exact (counted_spanned (U := X) _ _ B _ H N (fun _ _ => I)). Qed.
Lemma counted_zero_sums :
  counted (fun a b : Token -> R => total tokens (fun i => a i * b i)) (fun c => total tokens c = 0) (size tokens - 1).
Proof.
  destruct numbers_spanned as [B [H N]]. destruct (cut (U := X) (fun _ => True) B (fun _ => 1)) as [M [HM NM]];
    unfold is_space; auto.
  - simpl. assert (P := size_positive tokens ET). unfold size in P. erewrite total_ext; [exact P|]. intro. real.
  - rewrite N in NM. apply (counted_spanned (U := X) _ _ M _ HM NM). intros c [_ Q]. rewrite <- Q. simpl.
    apply total_ext. intro. real.
Qed.
(* Those of a group, which m marks. *)
Lemma counted_zero_sums_within (m : Token -> R) k (kind : (Token -> R) -> Prop) : (forall i, m i = 0 \/ m i = 1) -> total tokens m = k -> 0 < k ->
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
      apply (counted_image (A := Token -> R) (B := Token -> R) (@inner X) _ (fun x => (forall i, x i = m i * x i) /\ total tokens (fun i => x i * m i) = 0) kind (fun x => x) 1);
        [apply (counted_spanned (U := X) _ _ M _ HM NM'); auto | lra | |].
      * intros a b [A _] _. simpl. rewrite Rmult_1_l. apply total_ext. intro i. rewrite (A i) at 2. reflexivity.
      * intros c [_ Q]. apply Kind. rewrite <- Q. apply total_ext. intro. real.
Qed.
End Numbers.

(* ------------------------------------------------------------------ 6. the whole is decomposed *)
Section Decomposed.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Let X := states S tokens (proj2 (proj2 ET)).
Notation kinds := ((Token -> S) -> Prop).
Lemma across_sym (f g : Token -> S) : across tokens f g = across tokens g f.
Proof. apply total_ext. intro. apply inner_sym. Qed.
Lemma basis_by_expansion (kind : kinds) (L : list X) : orthogonal_list (@inner X) L -> List.Forall kind L ->
  (forall f : X, kind f -> f = expansion L f) -> basis_of tokens kind L.
Proof.
  intros O H E. split; [exact O|]. split; [exact H|]. intros f F i. transitivity (expansion L f i).
  - exact (f_equal (fun g : X => g i) (E f F)).
  - exact (vtotal_states tokens ET L _ i).
Qed.
Lemma expanded_within (L M N : list X) (f : X) : orthogonal_list (@inner X) (L ++ M ++ N) ->
  (forall e, In e L -> inner e f = 0) -> (forall e, In e N -> inner e f = 0) ->
  f = expansion (L ++ M ++ N) f -> f = expansion M f.
Proof.
  intros O ZL ZN E. apply parseval in E. rewrite !total_app in E.
  assert (Z : forall T : list X, (forall e, In e T -> inner e f = 0) -> total T (share f) = 0).
  { intros T H. rewrite <- (total_zero T). apply total_in. intros e I. unfold share. rewrite (H e I). unfold Rdiv. ring. }
  rewrite (Z L ZL), (Z N ZN) in E. apply (orthogonal_app (@inner X)) in O. destruct O as [_ [O _]].
  apply (orthogonal_app (@inner X)) in O. destruct O as [O _]. apply expanded; [exact O|]. lra.
Qed.
Definition apart (a b : kinds * R) := forall f g, fst a f -> fst b g -> across tokens f g = 0.
Lemma bases_found (parts : list (kinds * R)) : List.Forall (fun part => counted (across tokens) (fst part) (snd part)) parts ->
  ForallOrdPairs apart parts -> exists bases : list (list X),
  Forall2 (fun part L => orthogonal_list (@inner X) L /\ List.Forall (fst part) L /\ size L = snd part) parts bases /\
  orthogonal_list (@inner X) (concat bases) /\ size (concat bases) = total parts snd /\
  forall e, In e (concat bases) -> exists part, In part parts /\ fst part e.
Proof.
  intros C A. induction parts as [|part parts IH].
  - exists nil. split; [constructor|]. split; [split; constructor|]. split; [reflexivity|]. simpl. tauto.
  - inversion C as [|? ? [L [O [H N]]] C2]; inversion A as [|? ? A1 A2]; subst.
    destruct (IH C2 A2) as [bases [F [OB [NB MB]]]]. rewrite List.Forall_forall in A1. exists (L :: bases).
    split; [constructor; [split; [exact O | split; [exact H | exact N]] | exact F]|]. simpl. split; [|split].
    + apply orthogonal_app. split; [exact O|split; [exact OB|]]. intros a b I J. destruct (MB b J) as [other [K Kb]].
      rewrite List.Forall_forall in H. exact (A1 other K a b (H a I) Kb).
    + etransitivity; [apply size_app|]. apply f_equal2; [exact N | exact NB].
    + intros e I. apply in_app_or in I. destruct I as [I|I].
      * exists part. rewrite List.Forall_forall in H. auto.
      * destruct (MB e I) as [other [K Ke]]. exists other. auto.
Qed.
Lemma bases_are_of_parts (parts : list (kinds * R)) bases :
  Forall2 (fun part (L : list X) => orthogonal_list (@inner X) L /\ List.Forall (fst part) L /\ size L = snd part) parts bases ->
  ForallOrdPairs apart parts -> forall before, orthogonal_list (@inner X) (before ++ concat bases) ->
  (forall part f e, In part parts -> fst part f -> In e before -> inner e f = 0) ->
  (forall part f, In part parts -> fst part f -> f = expansion (before ++ concat bases) f) ->
  Forall2 (fun part L => basis_of tokens (fst part) L /\ size L = snd part) parts bases.
Proof.
  intros F. induction F as [|part L parts bases [O [H N]] F IH]; intros A before OB Z E; [constructor|].
  inversion A as [|? ? A1 A2]; subst. rewrite List.Forall_forall in A1.
  assert (M : forall e, In e (concat bases) -> exists other, In other parts /\ fst other e).
  { clear - F. induction F as [|other M parts bases [_ [H _]] F IH]; simpl; [tauto|]. intros e I.
    apply in_app_or in I. destruct I as [I|I]; [exists other; rewrite List.Forall_forall in H; auto|].
    destruct (IH e I) as [more [K Ke]]. exists more. auto. }
  simpl in OB, E. rewrite List.Forall_forall in H. constructor.
  - split; [|exact N]. apply basis_by_expansion; [exact O | apply List.Forall_forall; exact H|]. intros f Hf.
    apply (expanded_within before L (concat bases) f OB).
    + intros e I. apply (Z part f e); simpl; auto.
    + intros e I. destruct (M e I) as [other [K Ke]]. rewrite inner_sym. exact (A1 other K f e Hf Ke).
    + apply (E part f); simpl; auto.
  - rewrite app_assoc in OB. apply (IH A2 (before ++ L) OB).
    + intros other f e K Hf I. apply in_app_or in I. destruct I as [I|I]; [apply (Z other f e); simpl; auto|].
      exact (A1 other K e f (H e I) Hf).
    + intros other f K Hf. rewrite <- app_assoc. apply (E other f); simpl; auto.
Qed.
Theorem decomposed (whole : kinds) (parts : list (kinds * R)) n :
  (exists B : list X, spanned (U := X) whole B /\ size B = n) ->
  List.Forall (fun part : kinds * R => forall f, fst part f -> whole f) parts ->
  List.Forall (fun part => counted (across tokens) (fst part) (snd part)) parts ->
  ForallOrdPairs apart parts -> total parts snd = n -> decomposes tokens whole parts n.
Proof.
  intros [B [[O [H E]] N]] W C A T. destruct (bases_found parts C A) as [bases [F [OB [NB MB]]]].
  rewrite List.Forall_forall in W. assert (HB : List.Forall whole (concat bases)).
  { apply List.Forall_forall. intros e I. destruct (MB e I) as [part [K Ke]]. exact (W part K e Ke). }
  assert (Q : forall f : X, whole f -> f = expansion (concat bases) f).
  { apply (fills (U := X) whole B O E (concat bases) OB HB). etransitivity; [exact NB|]. rewrite T. symmetry. exact N. }
  exists bases. split; [|split; [exact (basis_by_expansion whole _ OB HB Q) | etransitivity; [exact NB | exact T]]].
  apply (bases_are_of_parts parts bases F A nil OB).
  - simpl. tauto.
  - intros part f K Hf. exact (Q f (W part K f Hf)).
Qed.
(* What has a basis has one number of dimensions. *)
Lemma one_dimension (kind : kinds) (L M : list X) : basis_of tokens kind L -> basis_of tokens kind M -> size L = size M.
Proof.
  assert (G : forall L M : list X, basis_of tokens kind L -> basis_of tokens kind M -> size L <= size M).
  { intros L1 M1 [O [H _]] [O' [H' E]]. apply (no_more (U := X) kind M1 O'); [|exact O | exact H].
    intros f F. apply (functional_extensionality f). intro i. rewrite (E f F i). unfold expansion.
    symmetry. exact (vtotal_states tokens ET M1 _ i). }
  intros BL BM. apply Rle_antisym; auto.
Qed.
End Decomposed.

(* ------------------------------------------------------------------ 7. for goals as they are printed *)
Section Printed.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Lemma across_made (f g F G : Token -> S) c : (forall i, f i = F i) -> (forall i, g i = G i) ->
  total tokens (fun i => inner (F i) (G i)) = c -> across tokens f g = c.
Proof. intros E E' <-. apply total_ext. intro i. rewrite E, E'. reflexivity. Qed.
Lemma counted_made {A} (p : A -> A -> R) (k : A -> Prop) (F : A -> Token -> S) s n : counted p k n ->
  (forall a b, k a -> k b -> total tokens (fun i => inner (F a i) (F b i)) = s * (1 * p a b)) -> 0 < s ->
  counted (across tokens) (made_of k F) n.
Proof.
  intros C H P. apply (counted_image p _ k _ F s n C P).
  - intros a b Ka Kb. rewrite <- (Rmult_1_l (p a b)). apply H; assumption.
  - intros a Ka. exists a. auto.
Qed.
Lemma counted_made_two {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (k' : B -> Prop)
  (F : A -> B -> Token -> S) s n m : counted p k n -> counted q k' m ->
  (forall a b c d, k a -> k' b -> k c -> k' d ->
    total tokens (fun i => inner (F a b i) (F c d i)) = s * (1 * p a c * q b d)) -> 0 < s ->
  counted (across tokens) (made_of_two k k' F) (n * m).
Proof.
  intros C C' H P.
  apply (counted_image _ (across tokens) _ (made_of_two k k' F) (fun a => F (fst a) (snd a)) s _ (counted_pairs p q k k' n m C C') P).
  - intros [a b] [c d] [Ka Kb] [Kc Kd]. simpl in *. rewrite <- (Rmult_1_l (p a c)). apply H; assumption.
  - intros [a b] [Ka Kb]. exists a, b. auto.
Qed.
Lemma counted_as {A} (p : A -> A -> R) k n m : counted p k n -> m = n -> counted p k m.
Proof. intros C ->. exact C. Qed.
Lemma whole_of {U : inner_product_space} (whole : U -> Prop) n m :
  (exists B, spanned whole B /\ size B = m) -> n = m -> exists B, spanned whole B /\ size B = n.
Proof. intros H ->. exact H. Qed.
(* Zero sums over the tokens of one sign. *)
Context (eps : Token -> R) (k : R).
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis P : 0 < k.
Lemma signs_one i : eps i = 1 \/ eps i = -1.
Proof.
  assert (E : (eps i - 1) * (eps i + 1) = 0) by (replace ((eps i - 1) * (eps i + 1)) with (eps i ^ 2 - 1) by ring; rewrite Signs; ring).
  apply Rmult_integral in E. destruct E; [left|right]; lra.
Qed.
Lemma counted_positive_sums : total tokens (fun i => (1 + 1 * eps i) / 2) = k ->
  counted (fun a b : Token -> R => total tokens (fun i => (1 + 1 * eps i) / 2 * a i * b i))
    (fun c => total tokens (fun i => eps i * c i) = -1 * total tokens (fun i => c i)) (k - 1).
Proof.
  intro K. apply (counted_zero_sums_within tokens ET (fun i => (1 + 1 * eps i) / 2) k); auto.
  - intro i. destruct (signs_one i) as [->| ->]; [right|left]; field.
  - intros c H. rewrite (total_ext tokens _ (fun i => / 2 * (c i + eps i * c i))) in H by (intro; field).
    rewrite total_scale, total_add in H. assert (G : forall x y, / 2 * (x + y) = 0 -> y = -1 * x) by (intros; lra). exact (G _ _ H).
Qed.
Lemma counted_negative_sums : total tokens (fun i => (1 - eps i) / 2) = k ->
  counted (fun a b : Token -> R => total tokens (fun i => (1 - eps i) / 2 * a i * b i))
    (fun c => total tokens (fun i => eps i * c i) = 1 * total tokens (fun i => c i)) (k - 1).
Proof.
  intro K. apply (counted_zero_sums_within tokens ET (fun i => (1 - eps i) / 2) k); auto.
  - intro i. destruct (signs_one i) as [->| ->]; [left|right]; field.
  - intros c H. rewrite (total_ext tokens _ (fun i => / 2 * (c i + (-1) * (eps i * c i)))) in H by (intro; field).
    rewrite total_scale, total_add, total_scale in H.
    assert (G : forall x y, / 2 * (x + -1 * y) = 0 -> y = 1 * x) by (intros; lra). exact (G _ _ H).
Qed.
End Printed.
(* `known` is a tactic for what the other goals of the step say. *)
Ltac opened H :=
  lazymatch type of H with
  | made_of _ _ _ => destruct H as [? [H ?]]
  | made_of_two _ _ _ _ => let K := fresh in destruct H as [? [? [K [H ?]]]]; opened K
  | _ \/ _ => destruct H as [H|H]; opened H
  | _ /\ _ => let K := fresh in destruct H as [H K]; opened H; opened K
  | _ => cbv beta in H; lazymatch type of H with _ /\ _ => opened H | _ => idtac end
  end.
Ltac each :=
  lazymatch goal with
  | |- List.Forall _ nil => apply Forall_nil
  | |- List.Forall _ (_ :: _) => apply Forall_cons; [cbn [fst snd] | each]
  | |- ForallOrdPairs _ nil => apply FOP_nil
  | |- ForallOrdPairs _ (_ :: _) => apply FOP_cons; [each | each]
  | _ => idtac
  end.
Ltac counted_space known :=
  first [ apply counted_line
        | eapply counted_indices_but; [eassumption | eassumption | first [eassumption | reflexivity]]
        | eapply counted_indices; [eassumption | eassumption | first [eassumption | reflexivity]]
        | eapply counted_zero_sums; eassumption
        | eapply counted_positive_sums; [ | | | known tt]; [eassumption | eassumption | known tt]
        | eapply counted_negative_sums; [ | | | known tt]; [eassumption | eassumption | known tt]
        | eapply counted_numbers; eassumption
        | eapply counted_orthogonal; [eassumption | known tt]
        | eapply counted_vectors; eassumption
        | eapply counted_families; eassumption
        | eapply counted_tangents; [eassumption | eassumption | intro; known tt] ].
Ltac across_parts known := (* two members are orthogonal, or their product is that of what they are made of *)
  intros; repeat match goal with H : made_of _ _ _ |- _ => opened H | H : made_of_two _ _ _ _ |- _ => opened H
                               | H : _ \/ _ |- _ => opened H end;
  lazymatch goal with |- across _ ?f ?g = _ =>
    match goal with E : forall i, f i = _, E' : forall i, g i = _ |- _ => apply (across_made _ f g _ _ _ E E') end
  end; cbv beta; known tt.
Ltac counted_part known :=
  lazymatch goal with
  | |- counted _ (fun f => _ \/ _) _ => eapply counted_either; [across_parts known | counted_part known | counted_part known]
  | |- counted _ (fun f => made_of ?k ?F f) ?n => change (counted (across _) (made_of k F) n); counted_part known
  | |- counted _ (fun f => made_of_two ?k ?l ?F f) ?n => change (counted (across _) (made_of_two k l F) n); counted_part known
  | |- counted _ (made_of _ _) _ => eapply counted_made; [counted_space known | products known | known tt]
  | |- counted _ (made_of_two _ _ _) _ => eapply counted_made_two; [counted_space known | counted_space known | products known | known tt]
  end
with products known :=
  intros; repeat match goal with H : _ |- _ => progress cbv beta in H end;
  repeat match goal with H : _ /\ _ |- _ => destruct H end; cbv beta; known tt.
Ltac decompose known :=
  lazymatch goal with ET : enumerates ?T |- decomposes ?T _ _ _ => apply (decomposed T ET) end;
  [ eapply whole_of; [first [ eapply all_spanned; eassumption
                            | eapply tangents_spanned; [eassumption | intro; known tt] ] | known tt]
  | each; first [ intros; exact Logic.I
                | let f := fresh in let H := fresh in intros f H; opened H; let i := fresh in intro i;
                  match goal with E : forall i, f i = _ |- _ => rewrite E end; cbv beta; known tt ]
  | each; (eapply counted_as; [counted_part known | known tt])
  | each; unfold apart; cbn [fst snd]; across_parts known
  | cbn [total fst snd]; known tt ].
